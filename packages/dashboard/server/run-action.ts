import { refresh } from 'next/cache';
import type { Fields, Refused } from '#ui/fields.ts';
import { runCommand, type Result } from './refusal.ts';

/** Runs a command and renders the page again, also after a refusal: what it shows may be outdated. */
export async function runAndRefresh(run: () => Promise<Result | void>, at?: Fields): Promise<Result> {
  const result = await runCommand(run, at);
  refresh();
  return result;
}

/** Like `runCommand`, with what the command returned. */
export async function runForAnswer<T extends object>(run: () => Promise<T>): Promise<({ ok: true } & T) | Refused> {
  let answer: T | undefined;
  const result = await runCommand(async () => {
    answer = await run();
  });
  return result.ok ? { ok: true, ...answer! } : result;
}

/** The data with permission, else `otherwise`. */
export async function readOr<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  const result = await runForAnswer(async () => ({ found: await read() }));
  return result.ok ? result.found : otherwise;
}
