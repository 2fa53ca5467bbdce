import { createCipheriv, createDecipheriv, randomBytes, scrypt as scryptCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { UnusableBackup } from './entries.ts';

const scrypt = promisify<string, Buffer, number, object, Buffer>(scryptCallback);

/** 128 MiB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;

interface SealedKey {
  kdf: 'scrypt';
  cipher: 'aes-256-gcm';
  N: number;
  r: number;
  p: number;
  salt: string;
  iv: string;
  tag: string;
  text: string;
}

/** Encrypts the content of the key file with a passphrase. */
export async function sealKey(keyFile: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, COST), iv);
  const text = Buffer.concat([cipher.update(keyFile, 'utf8'), cipher.final()]);
  const sealed: SealedKey = {
    kdf: 'scrypt',
    cipher: 'aes-256-gcm',
    ...COST,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: text.toString('base64'),
  };
  return JSON.stringify(sealed);
}

export async function unsealKey(sealed: string, passphrase: string): Promise<string> {
  const { N, r, p, salt, iv, tag, text } = JSON.parse(sealed) as SealedKey;
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  const key = await derive(passphrase, bytes(salt), { N, r, p });
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(iv)).setAuthTag(bytes(tag));
    return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString('utf8');
  } catch {
    throw new UnusableBackup('The passphrase does not open the key in this backup. Nothing was restored.');
  }
}

function derive(passphrase: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...cost, maxmem: MEMORY_BYTES_MAX });
}
