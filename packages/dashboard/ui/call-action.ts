import { unstable_isUnrecognizedActionError as isUnknown } from 'next/navigation';
import type { Refused } from './fields.ts';

/**
 * The answer of an action, or that Seismo did not answer, said like a refusal, so that the page stays, and what was typed.
 * What the server threw has a digest, and so have ways elsewhere: they go on being thrown.
 */
export async function callAction<Answer>(answer: Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await answer;
  } catch (error) {
    if (isUnknown(error)) {
      const message = 'Seismo was updated since this page was opened. Reload to go on.';
      return { ok: false, message, isOutdated: true };
    }
    if (error instanceof Error && !('digest' in error)) {
      return { ok: false, message: 'Seismo does not answer. Try again in a moment.' };
    }
    throw error;
  }
}
