import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { openedPush } from './open-push.fixture.ts';
import { pushRequest, isPushPublicKey, isPushSecret, newPushKeys } from './web-push.ts';

/** RFC 8291, section 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const subscription = {
  endpoint: 'https://push.example.com:444/x/secret?y',
  p256dh: example.p256dh,
  auth: example.auth,
};
const receiver = { privateKey: example.receiverPrivate, auth: example.auth };

async function requested(text: string, keys = newPushKeys()) {
  const { headers, body } = await pushRequest(
    { text, keptS: 60, urgency: 'high' },
    subscription,
    keys,
    'mailto:a@b.example',
  );
  return { headers, body: Buffer.from(body), keys };
}

test('the tests open the example of RFC 8291', () => {
  expect(openedPush(Buffer.from(example.body, 'base64url'), receiver)).toBe(example.text);
});

test('each message has its own keys and the same length, and can be read by its browser', async () => {
  const [one, two] = [await requested('ä'), await requested('ä'.repeat(1000))];
  expect(one.headers).toMatchObject({ ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(one.headers).not.toHaveProperty('content-length');
  expect(one.body.subarray(0, 16).equals(two.body.subarray(0, 16))).toBe(false);
  expect([one.body.length, two.body.length]).toEqual([4096, 4096]);
  expect([openedPush(one.body, receiver), openedPush(two.body, receiver)]).toEqual(['ä', 'ä'.repeat(1000)]);
});

test('signs who sends, for the origin of the push service only and for half a day', async () => {
  const fromS = Math.floor(Date.now() / 1000);
  const { headers, keys } = await requested('x');
  const value = headers['authorization']!;
  const [, header, claims, signature, publicKey] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(value)!;
  expect(publicKey).toBe(keys.publicKey);
  expect(isPushPublicKey(keys.publicKey)).toBe(true);
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, number>;
  expect(read(header!)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims!)).toMatchObject({ aud: 'https://push.example.com:444', sub: 'mailto:a@b.example' });
  const lastsS = read(claims!)['exp']! - fromS;
  expect(lastsS).toBeGreaterThanOrEqual(12 * 3600);
  expect(lastsS).toBeLessThan(13 * 3600);
  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'));
  expect(isSigned(`${header}.${claims}`)).toBe(true);
  expect(isSigned(`${header}.${claims}x`)).toBe(false);
});

test('accepts keys of browsers only', () => {
  expect(isPushPublicKey(example.p256dh)).toBe(true);
  expect(isPushSecret(example.auth)).toBe(true);
  const notOnTheCurve = Buffer.alloc(65, 4).toString('base64url');
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed');
  for (const text of ['', 'x', notOnTheCurve, compressed, `${example.p256dh}AA`, `${example.p256dh}\n`, '💥'])
    expect(isPushPublicKey(text), text).toBe(false);
  for (const text of ['', 'x', example.auth.slice(2), `${example.auth}AA`, ` ${example.auth}`])
    expect(isPushSecret(text), text).toBe(false);
});
