import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '@seismo/protocol';
import { z } from 'zod';

/**
 * Passwords as Argon2id in PHC strings, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. The parameters are the first choice
 * of the OWASP password storage cheat sheet (read 2026-11). They are part of the string, so raising them later does not
 * invalidate old hashes.
 */
const memoryKiB = 19_456;
const passes = 2;
const parallelism = 1;
const saltBytes = 16;
const hashBytes = 32;

export const passwordSchema = z
  .string()
  .min(limits.PASSWORD_CHARS_MIN, `Use at least ${limits.PASSWORD_CHARS_MIN} characters.`)
  .max(limits.PASSWORD_CHARS_MAX, `Use at most ${limits.PASSWORD_CHARS_MAX} characters.`);

export async function hashPassword(password: string, random: (bytes: number) => Uint8Array): Promise<string> {
  const nonce = random(saltBytes);
  const hash = await argon2id(password, { nonce, memory: memoryKiB, passes, parallelism, tagLength: hashBytes });
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Takes as long for a user without a password, or for no user at all (`null`), as for a wrong password. */
export async function checkPassword(password: string, phc: string | null): Promise<boolean> {
  const [, memory, t, p, salt, hash] = (phc !== null && PHC.exec(phc)) || PHC.exec(dummyHash)!;
  const expected = Buffer.from(hash!, 'base64');
  const actual = await argon2id(password.slice(0, limits.PASSWORD_CHARS_MAX), {
    nonce: Buffer.from(salt!, 'base64'),
    memory: Number(memory),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.byteLength,
  });
  return timingSafeEqual(actual, expected) && phc !== null;
}

/** The hash of no known password, compared with when the user does not exist. */
const dummyHash = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function argon2id(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return promisify(argon2)('argon2id', { message: password.normalize('NFC'), ...parameters });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
