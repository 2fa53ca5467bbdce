import { unstable_isUnrecognizedActionError as isUnknown } from 'next/navigation';
import { invalidateReads } from '#lib/read.ts';
import type { Refused } from './fields.ts';

/**
 * Turns a failed request into a refusal, so that the page and its input stay. Errors with a digest (thrown by the server, or
 * redirects) are rethrown.
 */
export async function callAction<Answer>(answer: Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await answer;
  } catch (error) {
    if (isUnknown(error)) {
      const message = 'Seismo was updated after you opened this page. Reload to continue.';
      return { ok: false, message, isOutdated: true };
    }
    if (error instanceof Error && !('digest' in error)) {
      return { ok: false, message: 'The server is not responding. Try again in a moment.' };
    }
    throw error;
  } finally {
    invalidateReads();
  }
}
