import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

interface ReceiverKeys {
  privateKey: string;
  auth: string;
}

/** The keys of a browser, and the part of them that it gives to a server. */
export function browserKeys() {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { p256dh, auth, privateKey: Buffer.from(pair.getPrivateKey()).toString('base64url') };
}

/** Decrypts a message as a browser does (RFC 8291), written without the code that encrypts. */
export function openedPush(body: Buffer, { privateKey, auth }: ReceiverKeys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + body[20]!);
  if (record.length > body.readUInt32BE(16)) throw new Error('More than one record.');
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const hkdf = (key: Buffer, extract: Buffer, info: string | Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, extract, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const secret = hkdf(receiver.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('No delimiter.');
  return padded.toString('utf8', 0, end);
}
