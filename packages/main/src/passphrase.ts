import { readFile } from 'node:fs/promises';

/** The passphrase of a backup's key, from a file or the environment; `null` if neither has one. */
export async function passphraseOf(file: string | undefined): Promise<string | null> {
  const text = file === undefined ? process.env['SEISMO_BACKUP_PASSPHRASE'] : await readFile(file, 'utf8');
  return text?.replace(/\r?\n$/, '') || null;
}
