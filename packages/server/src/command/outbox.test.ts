import { expect, test } from 'vitest';
import type { EventId } from '@seismo/protocol';
import { drain, unwatched } from '../testing/drain.ts';
import { envelopeEntry, errorOf, eventEnvelope, eventIdOf } from '../testing/pipeline.ts';
import { openShop, type TestServer } from '../testing/test-server.ts';

const { server, owner: ada, shop } = await openShop();
const projectId = shop.id;
const eventIds: EventId[] = [];

/** Processes a report and returns the ID of its event. */
async function report(type: string, fields: object = {}): Promise<EventId> {
  const eventId = eventIdOf(eventIds.length + 1);
  eventIds.push(eventId);
  const event = { timestamp: server.clock.nowMs / 1000, platform: 'javascript', environment: 'production' };
  const body = eventEnvelope({ event_id: eventId, ...event, exception: errorOf(type, 'failed'), ...fields });
  await server.journal.append(envelopeEntry(projectId, body, { receivedAtMs: server.clock.nowMs }));
  return eventId;
}

let position = 0;
/** Rows published since the last call, after the journal is processed. IDs in rows are replaced by any number. */
async function published(): Promise<object[]> {
  await drain(server.deps, unwatched(server.clock.nowMs));
  const rows = await server.state.outboxAfter(position, 1000);
  position = rows.at(-1)?.id ?? position;
  return rows.map(({ id: _, atMs: __, ...row }) => row);
}

const numbers = { activityId: expect.any(Number) };
const batch = () => ({ kind: 'projects-changed', projectIds: [projectId], issueId: null });
const row = (kind: string, issueId: number | null, facts: object = {}) => ({
  kind,
  projectIds: [projectId],
  issueId,
  ...facts,
});
const bySeismo = (kind: string, issueId: number, facts: object = {}) =>
  row(kind, issueId, { userId: null, ...numbers, ...facts });
const byAda = (kind: string, issueId: number, facts: object = {}) =>
  row(kind, issueId, { userId: ada.userId, ...numbers, ...facts });
const named = (id: number) => ({ id, shortId: `SHOP-${id}` });
const regroupId = expect.stringMatching(/^[0-9a-f]{32}$/);

const change = (what: Parameters<TestServer['command']['changeIssues']>[2], shortId = 'SHOP-1') =>
  server.command.changeIssues(ada, [shortId], what);
let undo = '';
let commentId = 0;
let merge = '';
const now = { how: 'now' };
const archive = { until: 'forever' };
const deploy = { name: '', url: '', startedAtMs: null, finishedAtMs: 1 };
const team = { kind: 'team', teamId: expect.any(Number) };
const toAda = () => ({ kind: 'user', userId: ada.userId });

/** Each command after those above it, and exactly the rows that it publishes. */
const table: [command: string, run: () => Promise<unknown>, rows: () => object[]][] = [
  ['createProject', async () => {}, () => []],
  [
    'a report',
    () => report('A', { release: '1.0' }),
    () => [
      row('release-created', null, { version: '1.0' }),
      bySeismo('issue-created', 1),
      row('issue-first-seen-in', 1, { environments: ['production'], releases: ['1.0'] }),
      batch(),
    ],
  ],
  ['a report like it', () => report('A', { release: '1.0' }), () => [batch()]],
  [
    'a report of another error',
    () => report('B', { environment: 'staging' }),
    () => [
      bySeismo('issue-created', 2),
      row('issue-first-seen-in', 2, { environments: ['staging'], releases: [] }),
      batch(),
    ],
  ],
  [
    'changeIssues: resolve',
    async () => (undo = (await change({ status: { to: 'resolved', in: 'now' } })).undo!),
    () => [byAda('issue-resolved', 1, { from: 'unresolved', resolution: now })],
  ],
  ['changeIssues: nothing new', () => change({ status: { to: 'resolved', in: 'now' } }), () => []],
  [
    'undoIssueChange',
    () => server.command.undoIssueChange(ada, undo),
    () => [byAda('issue-change-undone', 1, { action: 'resolved' })],
  ],
  [
    'changeIssues: archive',
    () => change({ status: { to: 'archived', until: 'forever' } }),
    () => [byAda('issue-archived', 1, { from: 'unresolved', archive })],
  ],
  [
    'changeIssues: reopen',
    () => change({ status: { to: 'unresolved' } }),
    () => [byAda('issue-reopened', 1, { from: 'archived' })],
  ],
  [
    'changeIssues: assign and set the priority',
    () => change({ assignTo: 'me', priority: 'high' }),
    () => [
      byAda('issue-assigned', 1, { from: null, to: toAda(), rule: null }),
      byAda('issue-priority-changed', 1, { from: null, to: 'high' }),
    ],
  ],
  ['changeIssues: unassign', () => change({ assignTo: '' }), () => [byAda('issue-unassigned', 1, { from: toAda() })]],
  [
    'changeIssues: assign to a team',
    async () => {
      await server.command.createTeam(ada, { slug: 'web', name: 'Web' });
      await change({ assignTo: '#web' });
    },
    () => [byAda('issue-assigned', 1, { from: null, to: team, rule: null })],
  ],
  ['deleteTeam', () => server.command.deleteTeam(ada, 'web'), () => [byAda('issue-unassigned', 1, { from: team })]],
  ['flagIssues', () => server.command.flagIssues(ada, ['SHOP-1'], { seen: true, bookmarked: true }), () => []],
  ['setSubscribed', () => server.command.setSubscribed(ada, ['SHOP-1'], true), () => []],
  [
    'addComment',
    async () => (commentId = (await server.command.addComment(ada, 'SHOP-1', 'A secret.')).id),
    () => [byAda('issue-commented', 1)],
  ],
  ['editComment', () => server.command.editComment(ada, 'SHOP-1', commentId, 'Another secret.'), () => []],
  ['deleteComment', () => server.command.deleteComment(ada, 'SHOP-1', commentId), () => []],
  [
    'mergeIssues',
    async () => (merge = (await server.command.mergeIssues(ada, ['SHOP-1', 'SHOP-2'])).id),
    () => [
      byAda('issue-merged', 1, { regroupId, from: [named(2)] }),
      byAda('issue-merged-away', 2, { regroupId, into: named(1) }),
      batch(),
    ],
  ],
  [
    'undoRegroup',
    () => server.command.undoRegroup(ada, merge),
    () => [
      byAda('issue-change-undone', 1, { action: 'merge' }),
      byAda('issue-change-undone', 2, { action: 'merge' }),
      batch(),
    ],
  ],
  [
    'splitIssue',
    () => server.command.splitIssue(ada, 'SHOP-1', { eventIds: [eventIds[0]!] }),
    () => [
      byAda('issue-split', 1, { regroupId, into: named(3), hashes: 0, events: 1 }),
      byAda('issue-split-off', 3, { regroupId, from: named(1), hashes: 0, events: 1 }),
      batch(),
    ],
  ],
  [
    'regroupBySourceMap',
    async () => {
      const set = { mappedHash: 'f'.repeat(32) };
      const changes = [{ projectId, eventId: eventIds[1]!, set }];
      await server.telemetry.append({ sequence: 0, lastEntry: 0, rows: {}, changes });
      await server.command.regroupBySourceMap(ada, 'SHOP-1');
    },
    () => [byAda('issue-regrouped-to', 1, { regroupId, into: [], events: 1 }), batch()],
  ],
  [
    'createRelease',
    () => server.command.createRelease(ada, { version: '2.0', projects: ['shop'] }),
    () => [row('release-created', null, { version: '2.0' })],
  ],
  ['updateRelease', () => server.command.updateRelease(ada, '2.0', { url: 'https://example.com' }), () => []],
  [
    'addDeploy',
    () => server.command.addDeploy(ada, '2.0', { ...deploy, environment: 'production' }),
    () => [row('deploy-added', null, { version: '2.0', environment: 'production', deployId: expect.any(Number) })],
  ],
  ['deleteRelease', () => server.command.deleteRelease(ada, '2.0'), () => []],
  ['hideEnvironment', () => server.command.hideEnvironment(ada, 'shop', 'production', true), () => []],
  [
    'deleteIssue',
    () => server.command.deleteIssue(ada, 'SHOP-1'),
    () => [row('issue-deleted', 1, { shortId: 'SHOP-1' }), batch()],
  ],
  ['deleteProject', () => server.command.deleteProject(ada, 'shop', 'shop'), () => [batch()]],
];

test.each(table)('%s publishes exactly its rows', async (_, run, rows) => {
  await run();
  expect(await published()).toEqual(rows());
});
