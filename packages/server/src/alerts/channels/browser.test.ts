import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import type { IssueId } from '@seismo/protocol';
import { OutgoingFailure } from '#outgoing/failure.ts';
import { createOutgoing, type Outgoing } from '#outgoing/outgoing.ts';
import type { ActivityMessage, AlertMessage } from '../message.ts';
import { notificationOf, push, type PushOptions } from './browser.ts';
import { issue, messageOf, metric, metricsMessageOf, notice } from './http-channels.fixture.ts';
import { browserKeys, openedPush } from './open-push.fixture.ts';
import { newPushKeys } from './web-push.ts';

const nowMs = Date.UTC(2026, 10, 27, 22, 16);
const { privateKey, ...keys } = browserKeys();
const endpoint = 'https://push.example.com/send/very-secret-token?key=other-secret';
const server = newPushKeys();

type Given = Parameters<Outgoing['request']>[1];

async function pushed(
  answer: Response | OutgoingFailure,
  options: Partial<PushOptions> = {},
  message = messageOf([issue]),
) {
  let sent: { url: string; given: NonNullable<Given> } | undefined;
  const request: Outgoing['request'] = async (url, given) => {
    sent = { url: String(url), given: given! };
    return answer;
  };
  const subscription = { endpoint, ...keys };
  const base = { subscription, keys: server, publicUrl: 'https://seismo.test', mailFrom: null, nowMs };
  const result = await push(request, message, { ...base, ...options });
  return { ...result, ...sent! };
}

const subjectOf = ({ given }: { given: NonNullable<Given> }) => {
  const [, claims] = given.headers!['authorization']!.split('.');
  return (JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sub: string }).sub;
};

test('sends what only the browser can read, once, to the address that the browser gave', async () => {
  const { result, isGone, url, given } = await pushed(new Response('', { status: 201 }));
  expect([result.isSent, result.answer, isGone, url]).toEqual([true, '201', false, endpoint]);
  expect(given).toMatchObject({
    method: 'POST',
    namedBy: 'user',
    headers: { ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' },
  });
  const body = Buffer.from(given.body as Uint8Array);
  expect(body.toString('latin1')).not.toContain(issue.shortId);
  const read = JSON.parse(openedPush(body, { privateKey, auth: keys.auth })) as unknown;
  expect(read).toEqual(notificationOf(messageOf([issue]), nowMs));
});

test('a subscription that the service does not know any more is gone; other refusals are permanent or wait', async () => {
  for (const status of [404, 410]) {
    expect(await pushed(new Response('gone', { status }))).toMatchObject({ isGone: true, result: { isSent: false } });
  }
  for (const status of [307, 400, 403, 413]) {
    const { isGone, result } = await pushed(new Response('no', { status }));
    expect([isGone, result]).toMatchObject([false, { isSent: false, isPermanent: true }]);
  }
  const later = new Response('later', { status: 429, headers: { 'retry-after': '120' } });
  expect((await pushed(later)).result).toMatchObject({ isPermanent: false, retryAfterMs: 120_000 });
  const unreachable = await pushed(new OutgoingFailure('unreachable', 'No answer.'));
  expect(unreachable).toMatchObject({ isGone: false, result: { isPermanent: false, answer: 'No answer.' } });
  expect(await pushed(new OutgoingFailure('too-large', 'Too much.', 410))).toMatchObject({ isGone: true });
});

test('the address of the browser is a secret, also in parts', async () => {
  const answer = `unknown ${endpoint} /send/very-secret-token very-secret-token other-secret`;
  const { result } = await pushed(new Response(answer, { status: 400 }));
  expect(result.answer).toContain('400 unknown https://push.example.com');
  expect(result.answer).not.toMatch(/very-secret|other-secret/);
});

test('names the sender of mail, or else the server, to the push service', async () => {
  const subject = async (options: Partial<PushOptions>) =>
    subjectOf(await pushed(new Response('', { status: 201 }), options));
  expect(await subject({ mailFrom: 'a@example.com' })).toBe('mailto:a@example.com');
  expect(await subject({ mailFrom: 'Seismo <a@example.com>' })).toBe('mailto:a@example.com');
  expect(await subject({})).toBe('https://seismo.test');
  expect(await subject({ publicUrl: 'http://localhost:8300' })).toBe('mailto:seismo@localhost');
});

test('does not connect to internal hosts, which a client could name', async () => {
  const { request } = createOutgoing({ internal: { names: new Set(), addresses: new BlockList() } });
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]']) {
    const subscription = { endpoint: `https://${host}/x`, ...keys };
    const options = { subscription, keys: server, publicUrl: 'https://seismo.test', mailFrom: null, nowMs };
    const { result } = await push(request, messageOf([issue]), options);
    expect(result, host).toMatchObject({ isSent: false });
    expect(result.answer, host).toMatch(/internal host/);
  }
});

const activity = (given: Partial<ActivityMessage['issues'][number]['happenings'][number]>): ActivityMessage => ({
  about: 'activity',
  id: 7,
  queuedAtMs: nowMs,
  alertsUrl: 'https://seismo.test/alerts',
  issues: [
    {
      id: 3 as IssueId,
      shortId: 'SHOP-3',
      title: 'TypeError',
      detail: 'x is not a function',
      project: 'shop',
      url: 'https://seismo.test/issues/SHOP-3',
      happenings: [{ by: 'Ada', what: 'Assigned to you', comment: '', atMs: nowMs, why: 'assigned', ...given }],
    },
  ],
  issueCount: 1,
});

test('says what happened in a title and a line, with the page to open and one tag for an issue', () => {
  expect(notificationOf(activity({}), nowMs)).toEqual({
    title: 'Assigned to you by Ada',
    body: 'SHOP-3 TypeError: x is not a function',
    path: '/issues/SHOP-3',
    tag: 'issue-3',
  });
  expect(notificationOf(activity({ by: '', what: 'Regressed' }), nowMs)).toMatchObject({ title: 'Regressed' });
  expect(notificationOf(activity({ comment: 'Look\n at it', what: 'New comment' }), nowMs)).toMatchObject({
    title: 'New comment by Ada',
    body: 'SHOP-3: Look at it',
  });
  const { issues, ...one } = activity({});
  const two = { ...one, issues: [issues[0]!, { ...issues[0]!, shortId: 'SHOP-4' }], issueCount: 2 };
  expect(notificationOf(two, nowMs)).toMatchObject({
    title: '2 issues changed',
    path: '/issues',
    tag: 'message-7',
  });
  const alert = notificationOf(messageOf([issue]), nowMs);
  expect(alert.title).toContain(issue.shortId);
  expect(alert.path).toBe(new URL(issue.url).pathname);
  expect(alert.tag).toBe(`issue-${issue.id}`);
  expect(notificationOf(metricsMessageOf([metric]), nowMs).tag).toBe(`rule-${metric.ruleId}`);
  expect(notificationOf(notice, nowMs)).toMatchObject({ title: expect.stringContaining('Test message') });
});

test('hostile texts stay one line, and every message is small', () => {
  const long = `"\\\n\u202E${'語'.repeat(5000)}`;
  const wild = activity({ by: long, what: long, comment: long });
  const alerts: AlertMessage[] = [
    messageOf([
      { ...issue, title: long, detail: long, culprit: long, url: `https://seismo.test/issues/${'%E2'.repeat(2000)}` },
    ]),
    messageOf(Array.from({ length: 20 }, () => ({ ...issue, title: long, detail: long }))),
  ];
  for (const message of [wild, ...alerts]) {
    const notification = notificationOf(message, nowMs);
    expect(Buffer.byteLength(JSON.stringify(notification))).toBeLessThan(3000);
    expect(notification.title + notification.body).not.toMatch(/[\p{Cc}\u202E]/u);
    expect(notification.path).toMatch(/^\/(?!\/)/);
  }
});
