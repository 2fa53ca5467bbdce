import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs a step after the running test, or after all tests of the file if none runs yet. The last step runs first. */
export function afterwards(step: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  register(async () => void (await step()));
}

/** Closes a store or server afterwards. */
export function closing<Closable extends { close(): unknown }>(closable: Closable): Closable {
  afterwards(() => closable.close());
  return closable;
}

/** A new folder, which is removed afterwards. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let folder: string | undefined;

/** A path in a folder that the running test has for itself. */
export function testPath(...names: string[]): string {
  if (folder === undefined) {
    afterwards(() => (folder = undefined));
    folder = newFolder();
  }
  return join(folder, ...names);
}
