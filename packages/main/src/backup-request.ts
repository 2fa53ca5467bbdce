import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyIdOf, SECRET_KEY_FILE, sealKey, type BackupRequest } from '@seismo/server/parts';
import type { Config } from './config.ts';

/** A backup with the key of the secrets if there is a passphrase that encrypts it. */
export async function backupRequest(
  { dataDir, diskFloorBytes }: Config,
  { passphrase, folder, keepMs }: { passphrase: string | null } & Pick<BackupRequest, 'folder' | 'keepMs'>,
): Promise<BackupRequest> {
  const keyPath = join(dataDir, SECRET_KEY_FILE);
  const keyId = keyIdOf(keyPath);
  const isSealed = passphrase !== null && keyId !== null;
  const sealedKey = isSealed ? await sealKey(await readFile(keyPath, 'utf8'), passphrase) : null;
  return { keyId, sealedKey, folder, keepMs, diskFloorBytes };
}
