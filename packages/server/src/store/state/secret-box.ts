import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Encrypts the few secrets that Seismo must read again, so that a hash is not enough. */
export interface SecretBox {
  /** `context` names the row; a secret sealed for one row does not open in another. */
  seal(secret: string, context: string): string;
  /** `null` if the key file is missing or is not the one that sealed it. */
  open(sealed: string, context: string): string | null;
}

/** In the data directory. Without it, second factors by code and single sign-on cannot be checked. */
export const SECRET_KEY_FILE = 'secret.key';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key in a separate file, so that a copy of the database alone reveals nothing. The key is read on
 * first use and created with the first sealed secret.
 */
export function openSecretBox(keyPath: string): SecretBox {
  let loaded: { key: Buffer; id: string } | null = null;
  const load = () => (loaded ??= readKey(keyPath));
  return {
    seal(secret, context) {
      const { key, id } = load() ?? makeKey(keyPath);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `sealed:${id}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [, id, body] = /^sealed:([0-9a-f]{8}):([\w-]+)$/.exec(sealed) ?? [];
      const found = load();
      if (!found || body === undefined || found.id !== id) return null;
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** Identifies a key without revealing it; `null` if there is no key file. */
export function keyIdOf(keyPath: string): string | null {
  return readKey(keyPath)?.id ?? null;
}

function readKey(path: string): { key: Buffer; id: string } | null {
  let key;
  try {
    key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `The key file ${path} does not contain a key of ${KEY_BYTES} bytes in base64. Restore it from a backup.`,
    );
  }
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}

/** The file appears whole or not at all, and the first of two processes wins. */
function makeKey(path: string): { key: Buffer; id: string } {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return readKey(path)!;
}
