import { readFile } from 'node:fs/promises';
import type { Config } from './config.ts';

/** The passphrase of a backup's key, from a file or the environment; `null` if neither has one. */
export async function passphraseOf(
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  file: string | undefined,
): Promise<string | null> {
  if (file === undefined) return backupPassphrase;
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '') || null;
}
