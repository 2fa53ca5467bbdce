import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { levels, type DebugId } from '@seismo/protocol';
import type { EventCondition } from './condition.ts';
import type {
  AttachmentRow,
  EventChange,
  EventRow,
  LedgerRow,
  SessionRow,
  Telemetry,
  TelemetryBatch,
} from './contract.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import type { Asks, EventKey, EventMeasure, QuestionName } from './queries/index.ts';
import { attachment, cell, event, eventIdOf, issue, project, session } from './sample-rows.ts';
import { questionNames } from './telemetry.conformance.ts';

let folder: string;
let duckdb: Telemetry;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-telemetry-'));
  duckdb = await openDuckdbTelemetry(join(folder, 'telemetry.duckdb'));
});
afterAll(async () => {
  await duckdb.close();
  await rm(folder, { recursive: true });
});

// Few values of each, so that rows meet; odd ones, so that engines could disagree.
const word = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'é', 'e\u0301', '漢', '🦊', '\uffff', '__proto__', 'a\u0000b', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const few = fc.integer({ min: 1, max: 3 });
const atMs = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -200, max: 4000 }));
const projectId = few.map(project);
const issueId = few.map(issue);
const keyId = fc.integer({ min: 0, max: 2 });
const tagValue = fc.oneof(word, fc.constantFrom('-2.5', '10', '007', '1e3', ' 1'));
const tags = fc.array(fc.tuple(word, tagValue), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));

const maps = fc.record({
  mapped: fc.integer({ min: 0, max: 3 }),
  faults: fc.dictionary(fc.constantFrom('no-debug-id', 'url-mismatch', 'source-content-missing'), few),
  wanted: fc.uniqueArray(fc.constantFrom('a', 'b', 'c').map((id) => id as DebugId)),
});

const change: fc.Arbitrary<EventChange> = fc.oneof(
  fc.record({
    projectId,
    eventId: fc.integer({ min: 0, max: 100 }).map(eventIdOf),
    set: fc.record(
      {
        issueId,
        hash: word,
        mappedHash: word,
        title: word,
        culprit: word,
        body: fc.uint8Array({ maxLength: 20 }),
        maps,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ projectId, hash: word, set: fc.record({ issueId }) }),
  fc.record({ projectId, delete: fc.oneof(issueId, fc.constant('all' as const)) }),
  fc.record({ projectId, regroup: fc.record({ from: word, to: word }), set: fc.record({ issueId }) }),
  fc.record({ projectId, undoRegroup: fc.record({ from: word, to: word }), set: fc.record({ issueId }) }),
);

const batches = fc
  .array(
    fc.record({
      events: fc.array(
        fc.record({
          projectId,
          issueId,
          atMs,
          tags,
          attributes: tags,
          maps,
          transaction: word,
          environment: word,
          release: word,
          userKey: word,
          hash: word,
          digest: word,
          title: word,
          handled: fc.constantFrom(true, false, null),
          level: fc.constantFrom(...levels),
          traceId: fc.constantFrom('', 'f'.repeat(32)),
          body: fc.uint8Array({ maxLength: 20 }),
        }),
        { maxLength: 25 },
      ),
      attachments: fc.array(fc.record({ projectId, eventId: few.map(eventIdOf), filename: word }), { maxLength: 5 }),
      sessions: fc.array(
        fc.record({
          projectId,
          release: word,
          environment: word,
          userKey: word,
          startedAtMs: atMs,
          exited: few,
          crashed: few,
          sessionId: fc.constantFrom('', 's1', 's2', 's3'),
          became: fc.constantFrom('exited', 'errored', 'crashed', 'abnormal'),
        }),
        { maxLength: 8 },
      ),
      ledger: fc.array(
        fc.record({
          projectId,
          keyId,
          atMs,
          itemKind: fc.oneof(word, fc.constant('event')),
          reason: word,
          quantity: fc.integer({ min: -2, max: 2 }),
        }),
        { maxLength: 8 },
      ),
      changes: fc.array(change, { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((drawn) => drawn.map(numbered));

/** Event ids are unique, as the pipeline makes them, and in no order. */
function numbered(rows: DrawnRows, index: number): TelemetryBatch {
  return {
    sequence: index + 1,
    rows: {
      events: rows.events.map((row, n) => event((n * 37 + index * 5 + 1) % 101, row)),
      attachments: rows.attachments.map((row) => attachment(row)),
      sessions: rows.sessions.map(({ sessionId, became, ...row }) =>
        session(sessionId, sessionId === '' ? row : { ...row, exited: 0, crashed: 0, [became]: 1 }),
      ),
      ledger: rows.ledger.map((row) => cell('stored', row.quantity, row)),
    },
    changes: rows.changes,
  };
}

interface DrawnRows {
  events: Partial<EventRow>[];
  attachments: Partial<AttachmentRow>[];
  sessions: (Partial<SessionRow> & { sessionId: string; became: string })[];
  ledger: (Partial<LedgerRow> & { quantity: number })[];
  changes: EventChange[];
}

const projectIds = fc.uniqueArray(projectId, { maxLength: 3 });
const issueIds = fc.uniqueArray(issueId, { maxLength: 3 });
const environments = fc.uniqueArray(word, { maxLength: 2 });
const range = fc.tuple(atMs, atMs).map(([a, b]) => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) }));
const eventId = fc.integer({ min: 0, max: 100 }).map(eventIdOf);
const at = fc.record({ atMs, eventId });
const before = fc.option(at);
const count = fc.integer({ min: 0, max: 12 });
const bucketMs = fc.constantFrom(1, 7, 60, 1000);

const pieces = fc.array(fc.oneof(word, fc.constantFrom('.', '[', 'b')), { minLength: 1, maxLength: 4 });
const comparison = fc.constantFrom('>', '>=', '<', '<=');
const column = fc.constantFrom('level', 'environment', 'release', 'transaction', 'userKey', 'hash', 'digest');
const entry = { entry: fc.constantFrom('tags', 'attributes'), key: word };
const condition = fc.letrec<{ condition: EventCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.record({ column, is: fc.array(word, { maxLength: 2 }) }),
    fc.record({ column, like: pieces }),
    fc.record({ ...entry, is: fc.array(word, { maxLength: 2 }) }),
    fc.record({ ...entry, like: pieces }),
    fc.record({ ...entry, known: fc.constant(true) }),
    fc.record({ ...entry, comparison, value: fc.constantFrom(-1.5, 0, 2, 1e10) }),
    fc.record({ time: fc.constantFrom('atMs', 'receivedAtMs'), comparison, value: atMs }),
    fc.record({ handled: fc.boolean() }),
    fc.record({ issueIds: fc.array(issueId, { maxLength: 2 }) }),
    fc.record({ projectIds: fc.array(projectId, { maxLength: 2 }) }),
    fc.record({ traceId: fc.constantFrom('f'.repeat(32), 'a'.repeat(32)) }),
    fc.record({ eventIds: fc.array(fc.integer({ min: 0, max: 100 }).map(eventIdOf)) }),
    // Letters that every engine makes small alike.
    fc.record({
      text: fc.array(fc.constantFrom('', 'a', 'A', 'é', '漢', '"', '\\'), { minLength: 1, maxLength: 2 }),
      in: fc.constantFrom('title', 'anywhere'),
    }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ) as fc.Arbitrary<EventCondition>,
}));
const where = fc.option(condition.condition);

const debugIds = fc.subarray(['a', 'b', 'd'].map((id) => id as DebugId));

const asks: { [Name in QuestionName]: fc.Arbitrary<Asks[Name]> } = {
  'known-event-ids': fc.record({ projectId, eventIds: fc.array(eventId) }),
  'event-by-id': fc.record({ projectId, eventId, atMs: fc.option(atMs) }),
  'single-event-since': fc.record({ projectId, issueId, sinceMs: atMs }),
  'find-event': fc.record({ projectIds, eventId }),
  'events-of-issue': fc.record({ projectId, issueId, environments, range: fc.option(range), where, before, count }),
  'first-events-of-issue': fc.record({
    projectId,
    issueId,
    environments,
    range: fc.option(range),
    where,
    after: before,
    count,
  }),
  'event-neighbours': fc.record({ projectId, issueId, at, environments, range: fc.option(range), where }),
  'newest-of-issue': fc.record({ projectId, issueId, environments, range: fc.option(range), where }),
  'newest-bodies': fc.record({ projectId, count }),
  'map-coverage': fc.record({ projectId, range }),
  'repairable-count': fc.record({ projectId, release: word, debugIds }),
  'repairable-bodies': fc.record({ projectId, release: word, debugIds, before, count }),
  'stored-per-hour': fc.record({ projectIds, range }),
  'events-of-project': fc.record({ projectId, where, before, count }),
  'linked-events': fc.record({ projectIds, where, before, count }),
  'event-groups': fc.record({
    projectIds,
    environments,
    where,
    range,
    by: fc.array<EventKey>(
      fc.oneof(
        fc.record(entry),
        bucketMs.map((each) => ({ bucketMs: each })),
        fc.constantFrom({ column: 'release' as const }, { column: 'title' as const }, { handled: true as const }),
        fc.constantFrom({ number: 'issueId' as const }, { number: 'projectId' as const }),
      ),
      { maxLength: 3 },
    ),
    order: fc.option(
      fc.record({
        measure: fc.constantFrom<EventMeasure[]>('events', 'users', 'issues', 'firstSeenAtMs', 'lastSeenAtMs'),
        descending: fc.boolean(),
      }),
    ),
    offset: fc.integer({ min: 0, max: 2 }),
    count,
  }),
  'issues-in-range': fc.record({
    projectIds,
    environments,
    releases: environments,
    where,
    range,
    sinceSequence: fc.option(fc.integer({ min: 0, max: 4 })),
  }),
  'last-seen-through': fc.record({ projectIds, issueIds, sequence: fc.integer({ min: 0, max: 4 }) }),
  'issue-users': fc.record({ projectIds, issueIds, environments, releases: environments, where, range }),
  'issue-series': fc.record({ projectIds, issueIds, environments, releases: environments, where, range, bucketMs }),
  'issue-figures': fc.record({ projectIds, issueIds, environments, releases: environments, where, range, bucketMs }),
  'tags-of-issue': fc.record({ projectId, issueId, valuesPerTag: few }),
  'tag-rates': fc.record({ projectId, issueId, range, valuesPerTag: few }),
  'hashes-of-issue': fc.record({ projectId, issueId }),
  'groups-by-map': fc.record({ projectId, issueId, count }),
  'issue-sums': fc.record({ projectId, issueIds }),
  'issue-environments': fc.record({ projectId, issueId }),
  'issue-people': fc.record({ projectId, issueId }),
  'tag-keys': fc.record({ projectIds, sampleCount: count, count }),
  'tag-values': fc.record({
    projectIds,
    ...entry,
    contains: fc.constantFrom('', 'a', 'A', '1', '漢'),
    sampleCount: count,
    count,
  }),
  'attachments-of-event': fc.record({ projectId, eventId: few.map(eventIdOf) }),
  'events-with-blob': fc.record({ projectId, blobKey: fc.constantFrom('attachments/1/aa', 'b'), count: few }),
  'ledger-totals': fc.record({ projectIds, range, keyId }, { requiredKeys: ['projectIds', 'range'] }),
  'ledger-by-key': fc.record({ projectIds, range }),
  'ledger-course': fc.record(
    {
      projectIds,
      range,
      bucketMs,
      keyId,
      itemKind: fc.oneof(word, fc.constantFrom('event', null)),
      outcome: fc.constantFrom('stored', 'failed'),
      reason: fc.constantFrom('', null),
    },
    { requiredKeys: ['projectIds', 'range', 'bucketMs', 'itemKind', 'outcome', 'reason'] },
  ),
  'ledger-series': fc.record(
    { projectIds, range, bucketMs, keyId },
    { requiredKeys: ['projectIds', 'range', 'bucketMs'] },
  ),
  'session-shares': fc.record({ projectIds, environments, releases: environments, range }),
  'session-share-series': fc.record({ projectIds, environments, releases: environments, range, bucketMs }),
  'event-shares': fc.record({ projectIds, environments, releases: environments, range }),
  'event-share-series': fc.record({ projectIds, environments, releases: environments, range, bucketMs }),
  'project-figures': fc.record({ projectIds, environments, range, bucketMs }),
  'event-environments': fc.record({ projectIds, release: word }),
  'session-environments': fc.record({ projectIds, release: word, range }),
  'releases-in-environments': fc.record({ projectIds, environments }),
  'event-count': fc.constant({}),
};

const remembered = [
  'known-event-ids',
  'issues-in-range',
  'issue-figures',
  'event-neighbours',
  'issue-environments',
  'tags-of-issue',
  'tag-rates',
  'groups-by-map',
  'session-shares',
  'session-share-series',
  'session-environments',
  'event-shares',
  'event-share-series',
  'project-figures',
] as const;

test('DuckDB answers every question as the plain oracle does, whatever was stored and whatever was removed', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.record(asks), fc.option(few), async (stored, questions, truncateAfter) => {
      const memory = openMemoryTelemetry();
      await duckdb.truncateAfter(0);
      for (const batch of stored) {
        for (const engine of [memory, duckdb]) await engine.append(batch);
        // What was answered once must not stand in the way of what comes then.
        for (const name of remembered) {
          const ask = questions[name];
          expect(await duckdb.ask(name, ask), name).toStrictEqual(await memory.ask(name, ask));
        }
      }
      if (truncateAfter !== null) for (const engine of [memory, duckdb]) await engine.truncateAfter(truncateAfter);
      for (const name of questionNames) {
        const ask = questions[name];
        expect(await duckdb.ask(name, ask), name).toStrictEqual(await memory.ask(name, ask));
      }
    }),
    { numRuns: 60 },
  );
}, 240_000);
