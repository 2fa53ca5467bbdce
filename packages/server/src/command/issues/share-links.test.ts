import { expect, test } from 'vitest';
import { limits, type EventId } from '@seismo/protocol';
import { dayMs, openShop } from '../../testing/test-server.ts';

const { server, organizationId, owner, shop } = await openShop();
const member = await server.user(organizationId, 'member');
const events = await server.report(shop, 'a', { count: 2, tags: { user: 'ana' } });

const share = (days = 7, eventId = events[0]!) => server.command.createShareLink(member, 'SHOP-1', { eventId, days });
const secretOf = (link: string) => link.split('/shared/')[1]!;
const openLink = (link: string) => server.query.sharedIssue(secretOf(link));
const nothing = {
  name: 'Refusal',
  code: 'not-found',
  message: 'This link does not exist or has expired.',
};

test("a link shows its event and the issue's frequency to its holder", async () => {
  const { link, expiresAtMs } = await share();
  expect(link).toMatch(/^http:\/\/seismo\.test:8300\/shared\/[\w-]{43}$/);
  expect(expiresAtMs).toBe(server.clock.now() + 7 * dayMs);
  const view = await openLink(link);
  expect(view).toMatchObject({
    shortId: 'SHOP-1',
    project: 'Shop',
    eventCount: 2,
    userCount: 1,
    event: { type: 'TypeError', value: 'x is not a function', culprit: 'checkout' },
  });
  expect(JSON.stringify(view)).not.toMatch(/ana|id:1|ui\.click|Firefox|production/);
  const stored = await server.state.shareByHash(secretOf(link), server.clock.now());
  expect(stored, 'the secret itself is kept nowhere').toBeNull();
});

test('links are listed with author and last use, and end at once', async () => {
  const { link, id } = await share(1);
  expect(await server.command.openShareLink(secretOf(link), '203.0.113.1')).toBe(true);
  const listed = async () =>
    (await server.query.shareLinks(owner, 'SHOP-1')).shares.find((each) => each.id === id) ?? null;
  await expect.poll(listed).toEqual({
    id,
    eventId: events[0],
    by: 'member',
    createdAtMs: server.clock.now(),
    expiresAtMs: server.clock.now() + dayMs,
    lastOpenedAtMs: server.clock.now(),
  });
  const viewer = await server.user(organizationId, 'viewer');
  expect(await server.query.shareLinks(viewer, 'SHOP-1')).toEqual({ mayShare: false, allowed: true, shares: [] });
  await server.command.deleteShareLink(owner, 'SHOP-1', id);
  expect(await listed()).toBeNull();
  expect(await server.command.openShareLink(secretOf(link), '203.0.113.1')).toBe(false);
  await expect(openLink(link)).rejects.toMatchObject(nothing);
  await expect(server.command.deleteShareLink(owner, 'SHOP-1', id)).rejects.toMatchObject({ code: 'not-found' });
  const page = { userId: null, action: null, cursor: null, count: 10 };
  const actions = (await server.query.auditLog(owner, 'acme', page)).entries.map(
    ({ action, subject }) => `${action} ${subject}`,
  );
  expect(actions.slice(0, 2)).toEqual(['share-delete SHOP-1', 'share-create SHOP-1']);
});

test('unknown, damaged and expired links are answered alike', async () => {
  const { link } = await share(1);
  server.clock.nowMs += dayMs;
  await expect(openLink(link)).rejects.toMatchObject(nothing);
  for (const secret of ['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), '../../etc', undefined as never]) {
    await expect(server.query.sharedIssue(secret)).rejects.toMatchObject(nothing);
    expect(await server.command.openShareLink(secret, '203.0.113.2')).toBe(false);
  }
});

test('an organization that forbids sharing closes its links at once, and opens them again', async () => {
  const { link } = await share();
  await server.command.updateOrganization(owner, 'acme', { sharesIssues: false });
  await expect(openLink(link)).rejects.toMatchObject(nothing);
  await expect(share()).rejects.toMatchObject({ code: 'conflict' });
  expect(await server.query.shareLinks(owner, 'SHOP-1')).toMatchObject({ mayShare: true, allowed: false });
  const { entries } = await server.query.auditLog(owner, 'acme', {
    userId: null,
    action: null,
    cursor: null,
    count: 1,
  });
  expect(entries[0]).toMatchObject({ action: 'organization-change', detail: 'share links turned off' });
  await server.command.updateOrganization(owner, 'acme', { sharesIssues: true });
  expect(await openLink(link)).toMatchObject({ shortId: 'SHOP-1' });
});

test('only an event of this issue is shared, for one of three durations, within a limit', async () => {
  const [other] = await server.report(shop, 'b');
  await expect(share(7, other)).rejects.toMatchObject({ code: 'not-found' });
  await expect(share(7, 'latest' as EventId)).rejects.toMatchObject({ code: 'not-found' });
  for (const days of [0, 2, 365, Number.NaN]) await expect(share(days)).rejects.toMatchObject({ code: 'invalid' });
  const { shares } = await server.query.shareLinks(owner, 'SHOP-1');
  for (let made = shares.length; made < limits.SHARE_COUNT_MAX; made++) await share(30);
  await expect(share()).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('20 share links') });
});

test('a link to an issue that was merged shows the issue it is in now', async () => {
  const [eventId] = await server.report(shop, 'c');
  const { link } = await server.command.createShareLink(member, 'SHOP-3', { eventId: eventId!, days: 1 });
  const { issue } = await server.query.issue(owner, 'SHOP-3');
  const into = await server.query.issue(owner, 'SHOP-2');
  await server.state.write((tx) => tx.redirectIssue(issue.id, into.issue.id));
  await expect(openLink(link), 'the event has not gone there yet').rejects.toMatchObject(nothing);
  await server.addRows({}, [{ projectId: shop.id, eventId: eventId!, set: { issueId: into.issue.id } }]);
  expect(await openLink(link)).toMatchObject({ shortId: 'SHOP-2' });
  expect((await server.query.shareLinks(owner, 'SHOP-2')).shares).toHaveLength(1);
});

test('opening too many links is throttled, whether they exist or not', async () => {
  for (let opened = 0; opened < limits.SHARE_OPENING_COUNT_MAX; opened++) {
    await server.command.openShareLink('A'.repeat(43), '203.0.113.3');
  }
  const again = () => server.command.openShareLink('A'.repeat(43), '203.0.113.3');
  await expect(again()).rejects.toMatchObject({ code: 'too-many' });
  expect(await server.command.openShareLink('A'.repeat(43), '203.0.113.4')).toBe(false);
  server.clock.nowMs += limits.REQUEST_WINDOW_MS;
  expect(await again()).toBe(false);
});
