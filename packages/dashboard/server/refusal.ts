import type { RefusalCode } from '@seismo/server';
import type { Fields, Refused } from '#ui/fields.ts';

/** A refusal thrown by a query or a command. Compared by name: its class lives in the server, not in this bundle. */
interface Refusal extends Error {
  code: RefusalCode;
  fields: Fields;
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error;
}

/** What a form or a button shows after its action. `message` is for people. */
export type Result = { ok: true; message?: string } | Refused;

/**
 * Runs a command; a refusal becomes a value, anything else stays a throw and reaches the error page. `at`: the field of the
 * form out of which a part of the input was made, where their names differ.
 */
export async function runCommand(run: () => Promise<Result | void>, at: Fields = {}): Promise<Result> {
  try {
    return (await run()) ?? { ok: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const fields = Object.entries(error.fields).map(([path, said]) => [at[path] ?? path, said]);
    return { ok: false, message: error.message, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
  }
}
