import { limits, type EventId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { EndUserIdentifier } from '#domain/end-users/identifiers.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { endUserDeletionEntry } from '#journal/end-user-deletion-entry.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { span } from '#store/telemetry/sample-rows.ts';
import { drain, failingOnce, unwatched } from '../../testing/drain.ts';
import { envelopeEntry, eventEnvelope } from '../../testing/pipeline.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop, type TestServer } from '../../testing/test-server.ts';
import { deleteEndUser } from './delete-end-user.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
});

const ada = { id: '7', email: 'Ada@example.com', ip_address: '203.0.113.7' };
const bob = { id: '8', email: 'bob@example.com', ip_address: '203.0.113.7' };
const byEmail: EndUserIdentifier[] = [{ kind: 'email', value: 'ada@EXAMPLE.com' }];
const session = (userId: string, digit: string) =>
  server.sendItem(
    shop,
    { type: 'session' },
    {
      sid: digit.repeat(32),
      did: userId,
      init: true,
      started: new Date(server.clock.now()).toISOString(),
      status: 'ok',
      attrs: { release: 'shop@1.0.0' },
    },
  );

const spanNaming = (n: number, email: string) =>
  span(n, {
    organizationId: shop.organization.id,
    projectId: shop.id,
    startUs: server.clock.now() * 1000 + n,
    // Retention is by arrival.
    receivedAtMs: server.clock.now(),
    userKey: 'id:1',
    attributes: JSON.stringify({ 's:user.email': email }),
  });

/** Ada's and Bob's events of one issue, an issue of Ada alone, sessions, spans, feedback, attachments, and a dead letter of each. */
async function fill() {
  const [first] = (await server.report(shop, 'both', { count: 3, user: ada })) as [EventId];
  const [bobs] = (await server.report(shop, 'both', { count: 2, user: bob })) as [EventId];
  await server.report(shop, 'alone', { value: 'No account for ada@example.com', user: ada });
  const attach = (eventId: EventId, text: string) =>
    server.sendItem(shop, { type: 'attachment', filename: 'log.txt' }, text, { eventId });
  await attach(first, 'shared');
  await attach(bobs, 'shared');
  await attach(first, 'only of Ada');
  await session('ada@example.com', 'a');
  await session('8', 'b');
  await server.addRows({ spans: [spanNaming(1, 'ADA@example.com'), spanNaming(2, 'ada@example.com')] });
  await server.addRows({ spans: [spanNaming(3, 'bob@example.com')] });
  await server.sendFeedback(shop, 'f', { contact_email: 'ada@example.com' });
  await server.sendFeedback(shop, 'e', { contact_email: 'somebody@example.com', about: first });
  await server.sendFeedback(shop, 'd', { contact_email: 'bob@example.com', about: bobs });
  for (const [sequence, user] of [ada, bob].entries()) {
    const entry = envelopeEntry(shop.id, eventEnvelope({ event_id: 'c'.repeat(32), user }));
    const failure = { itemKind: 'event', reason: 'error' as const, detail: 'boom', tries: 3, failedAtMs: 2 };
    await server.journal.addDeadLetter({ sequence: 900 + sequence, part: 0, projectId: shop.id, ...failure, entry });
  }
  return { first, bobs };
}

const find = (identifiers: readonly EndUserIdentifier[]) =>
  server.query.findEndUser(owner, { projects: [], identifiers });
const deletion = async () => (await server.query.endUserDeletions(owner, []))[0]!;
async function blobKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of server.blobs.list(`attachments/${shop.id}/`)) keys.push(key);
  return keys;
}
const issueOf = async (shortId: string) => (await server.state.issueByShortId(shop.organization.id, shortId))!;

test('finds the data of an end user and proposes the further identifiers of the same events', async () => {
  await fill();
  const { projects, related, searchedProjects } = await find(byEmail);
  expect(searchedProjects).toBe(1);
  expect(projects).toMatchObject([
    {
      project: { slug: 'shop' },
      events: { count: 4 },
      attachments: { count: 2, bytes: 'shared'.length + 'only of Ada'.length },
      sessions: { count: 1 },
      spans: { count: 2, firstAtMs: server.clock.now() },
      feedback: { count: 1, examples: [{ message: expect.stringContaining('(f)') }] },
    },
  ]);
  expect(projects[0]!.events.examples).toHaveLength(3);
  // The address is that of Bob as well: it is proposed, not followed.
  expect(related).toEqual([
    { kind: 'id', value: '7', events: 4 },
    { kind: 'ip', value: '203.0.113.7', events: 4 },
  ]);
  const byId = await find([{ kind: 'id', value: '8' }]);
  expect(byId.projects[0]).toMatchObject({ events: { count: 2 }, sessions: { count: 1 } });
  const byAddress = await find([{ kind: 'ip', value: '203.0.113.7' }]);
  expect(byAddress.projects[0]!.events.count).toBe(6);
  expect((await find([{ kind: 'username', value: 'ada' }])).projects).toEqual([]);
  const letters = await server.query.findEndUserDeadLetters(owner, { projects: [], identifiers: byEmail });
  expect(letters).toEqual([{ project: { slug: 'shop', name: 'Shop' }, count: 1 }]);
});

test('finds and deletes an end user that only spans name', async () => {
  const byCarol: EndUserIdentifier[] = [{ kind: 'email', value: 'carol@example.com' }];
  await server.addRows({ spans: [spanNaming(1, 'carol@example.com'), spanNaming(2, 'bob@example.com')] });
  expect((await find(byCarol)).projects).toMatchObject([{ events: { count: 0 }, spans: { count: 1 } }]);
  await server.command.deleteEndUser(owner, { projects: [], identifiers: byCarol });
  await server.drain();
  expect((await find(byCarol)).projects).toEqual([]);
  expect((await deletion()).deleted).toMatchObject({ events: 0, spans: 1 });
});

test('deletes everything of the end user, nothing of others, and tells what', async () => {
  const { first, bobs } = await fill();
  const before = await issueOf('SHOP-1');
  for (const eventId of [first, bobs]) await server.command.createShareLink(owner, 'SHOP-1', { eventId, days: 7 });
  await server.command.deleteEndUser(owner, { projects: [], identifiers: byEmail });
  await server.drain();

  expect((await find(byEmail)).projects).toEqual([]);
  expect((await find([{ kind: 'id', value: '7' }])).projects).toEqual([]);
  expect(await deletion()).toMatchObject({
    label: 'email a…',
    project: { slug: 'shop' },
    endedAtMs: server.clock.now(),
    deleted: {
      events: 4,
      attachments: 2,
      attachmentBytes: 17,
      sessions: 1,
      spans: 2,
      feedback: 2,
      deadLetters: 1,
      issueUsers: 2,
      shareLinks: 1,
    },
  });

  const bobsData = await find([{ kind: 'email', value: 'bob@example.com' }]);
  expect(bobsData.projects[0]).toMatchObject({
    events: { count: 2 },
    attachments: { count: 1 },
    spans: { count: 1 },
    feedback: { count: 1 },
  });
  expect((await find([{ kind: 'id', value: '8' }])).projects[0]!.sessions.count).toBe(1);
  expect((await server.query.attachments(owner, 'shop', bobs)).attachments).toHaveLength(1);
  expect(await blobKeys()).toHaveLength(1);
  expect(await server.journal.listDeadLetters(shop.id, 9)).toHaveLength(1);

  // Counts of events stay, those of users go down.
  const scope = {
    projectIds: [shop.id],
    environments: [],
    releases: [],
    range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
  };
  const releases = await server.telemetry.query('releaseEventStats', scope);
  expect(releases).toMatchObject([{ projectId: shop.id, events: 6 }]);
  const after = await issueOf('SHOP-1');
  expect([before.eventCount, before.userCount]).toEqual([5, 2]);
  expect([after.eventCount, after.userCount]).toEqual([5, 1]);
  expect((await issueOf('SHOP-2')).value).toBe('No account for [Filtered]');
  const stats = await server.telemetry.query('releaseSessionStats', scope);
  expect(stats[0]).toMatchObject({ sessions: 2, users: 1 });
});

test('what remains in the stores and the audit log does not identify the end user', async () => {
  await fill();
  await server.command.deleteEndUser(owner, { projects: [], identifiers: [...byEmail, { kind: 'id', value: '7' }] });
  await server.drain();
  const rows = await server.rowsOf(shop.organization.id);
  expect(JSON.stringify(rows)).not.toMatch(/ada@example/i);
  expect(rows['audit_entry']!.at(-1)).toMatchObject({ action: 'end-user-delete', subject: 'email a…, id 7…' });
  const texts = await server.query.listIssues(owner, {
    projects: [],
    environments: [],
    range: '24h',
    sort: 'events',
    query: 'ada@example.com',
    cursor: null,
    count: 9,
  });
  expect(texts.issues).toEqual([]);
});

test('many events are deleted in steps, each once, even if a store fails in between', async () => {
  const count = limits.END_USER_STEP_COUNT + 5;
  await server.report(shop, 'both', { count, user: ada });
  await server.report(shop, 'both', { count: 2, user: bob });
  await server.command.deleteEndUser(owner, { projects: [], identifiers: byEmail });
  const options = unwatched(server.clock.now(), { failed: () => {} });
  await drain({ ...server.deps, state: failingOnce(server.state) }, options);
  expect(await deletion()).toMatchObject({ endedAtMs: server.clock.now(), deleted: { events: count, issueUsers: 1 } });
  expect((await issueOf('SHOP-1')).userCount).toBe(1);
  expect((await find([{ kind: 'id', value: '8' }])).projects[0]!.events.count).toBe(2);
});

test('a deletion that never reached the journal is done after the next start', async () => {
  await fill();
  const request = { projectId: shop.id, userId: null, requestedAtMs: 1, label: 'email a…', identifiers: byEmail };
  await server.state.write((tx) => tx.requestEndUserDeletion(request));
  await session('8', 'd');
  const ended = await deletion();
  expect(ended).toMatchObject({ endedAtMs: expect.any(Number), backupsUntilMs: null });
  server.health.backups.schedule = { folder: '/backups', everyMs: 5, keepMs: 70, lastAtMs: null, isOverdue: false };
  expect((await deletion()).backupsUntilMs).toBe(ended.endedAtMs! + 75);
  server.health.backups.schedule = null;
  expect((await find(byEmail)).projects).toEqual([]);
});

test('a step that was planned long before deletes no content that others attached since', async () => {
  const { bobs } = await fill();
  const request = { projectId: shop.id, userId: null, requestedAtMs: 1, label: 'email a…', identifiers: byEmail };
  const id = await server.state.write((tx) => tx.requestEndUserDeletion(request));
  const entry = endUserDeletionEntry({ id, projectId: shop.id }, 1);
  const { clock, deps } = server;
  const services = { stores: deps, clock, rulesOf: async () => new Map() };
  const { prepare } = await deleteEndUser({ ...entry, sequence: 1, tries: 0 }, services as never);
  await server.state.write(prepare!);
  expect((await server.state.endUserDeletionById(id))!.step!.blobKeys).toHaveLength(1);
  await server.sendItem(shop, { type: 'attachment', filename: 'log.txt' }, 'only of Ada', { eventId: bobs });
  expect(await deletion()).toMatchObject({ endedAtMs: expect.any(Number), deleted: { attachments: 2 } });
  const { attachments } = await server.query.attachments(owner, 'shop', bobs);
  expect(new Set(attachments.map(({ bytes }) => bytes))).toEqual(new Set(['only of Ada'.length, 'shared'.length]));
  expect(await blobKeys()).toHaveLength(2);
});

test('a deletion before spans were counted has deleted none', async () => {
  const request = { projectId: shop.id, userId: null, requestedAtMs: 1, label: 'email a…', identifiers: byEmail };
  const id = await server.state.write((tx) => tx.requestEndUserDeletion(request));
  const { deleted, ...before } = (await server.state.endUserDeletionById(id))!;
  const { spans: _, ...counted } = deleted;
  await server.state.write((tx) =>
    tx.updateEndUserDeletion(id, { ...before, deleted: { ...counted, events: 3 } as typeof deleted }, 2),
  );
  expect((await deletion()).deleted).toMatchObject({ events: 3, spans: 0 });
});

test('reports that arrive later are stored', async () => {
  await fill();
  await server.command.deleteEndUser(owner, { projects: [], identifiers: byEmail });
  await server.send(shop, 'both', { user: ada });
  await server.drain();
  expect((await find(byEmail)).projects[0]!.events.count).toBe(1);
});

test('identifiers that could match others are refused', async () => {
  for (const identifiers of [
    [],
    [{ kind: 'email' as const, value: ' ' }],
    [{ kind: 'email' as const, value: 'ada' }],
    [{ kind: 'ip' as const, value: '203.0.113' }],
    [{ kind: 'id' as const, value: 'x'.repeat(limits.USER_FIELD_CHARS_MAX + 1) }],
    Array.from({ length: limits.END_USER_IDENTIFIER_COUNT_MAX + 1 }, (_, n) => ({
      kind: 'id' as const,
      value: `${n}`,
    })),
  ]) {
    await refuses(server.command.deleteEndUser(owner, { projects: [], identifiers }), 'invalid');
    await refuses(find(identifiers), 'invalid');
  }
});

test('the export has every record of the end user, with the contents of attachments', async () => {
  await fill();
  const { body } = await server.query.exportEndUser(owner, { projects: [], identifiers: byEmail });
  const lines = (await new Response(body).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; project: string; data: Record<string, unknown> });
  const kinds = Object.groupBy(lines, ({ kind }) => kind);
  expect(Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all!.length]))).toEqual({
    event: 4,
    attachment: 2,
    feedback: 1,
    session: 1,
  });
  const contents = kinds['attachment']!.map(({ data }) => Buffer.from(data['content'] as string, 'base64').toString());
  expect(contents.toSorted()).toEqual(['only of Ada', 'shared']);
  expect(kinds['event']!.every(({ data }) => (data['user'] as typeof ada).id === '7')).toBe(true);
});
