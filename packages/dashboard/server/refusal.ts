import type { RefusalCode } from '@seismo/server';
import type { Fields, Refused } from '#ui/fields.ts';

/** A refusal thrown by a query or a command. Compared by name: its class lives in the server, not in this bundle. */
interface Refusal extends Error {
  code: RefusalCode;
  fields: Fields;
  place: NonNullable<Refused['place']> | null;
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error;
}

/** The result of an action, for its form or button. */
export type Result = { ok: true; message?: string } | Refused;

/**
 * Runs a command and turns a refusal into a value. Other errors stay thrown and reach the error page. `at` maps input fields to
 * form fields where their names differ.
 */
export async function runCommand(run: () => Promise<Result | void>, at: Fields = {}): Promise<Result> {
  try {
    return (await run()) ?? { ok: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const fields = Object.entries(error.fields).map(([path, message]) => [at[path] ?? path, message]);
    return {
      ok: false,
      message: error.message,
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(error.place && { place: error.place }),
    };
  }
}
