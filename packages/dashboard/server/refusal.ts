import type { RefusalCode } from '@seismo/server';

/** A refusal thrown by a query or a command. Compared by name: its class lives in the server, not in this bundle. */
export interface Refused extends Error {
  code: RefusalCode;
}

export function isRefusal(error: unknown): error is Refused {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error;
}

/** What a form or a button shows after its action. `message` is for people. */
export type Result = { ok: true; message?: string } | { ok: false; message: string };

/** Runs a command; a refusal becomes a value, anything else stays a throw and reaches the error page. */
export async function attempt(deed: () => Promise<Result | void>): Promise<Result> {
  try {
    return (await deed()) ?? { ok: true };
  } catch (error) {
    if (isRefusal(error)) return { ok: false, message: error.message };
    throw error;
  }
}
