import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { afterAll, expect, test } from 'vitest';
import { levels, type DebugId, type OrganizationId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type {
  AttachmentRow,
  EventChange,
  EventRow,
  LedgerRow,
  SessionRow,
  SpanRow,
  TelemetryBatch,
} from './contract.ts';
import { createLayers } from './engines/duckdb/caches/layers.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import type { RemovalRow } from './tables/removals.ts';
import type { EventKey, EventMeasure } from './queries/event-groups.ts';
import { queries, queryNames, type QueryName, type QueryParams } from './queries/index.ts';
import { sampleRates, spanAttributes, spanCondition, spanSearches, spanValue } from './sample-span-searches.ts';
import {
  attachment,
  cell,
  event,
  eventIdOf,
  issue,
  project,
  session,
  span,
  spanIdOf,
  withSpanFiles,
} from './sample-rows.ts';

// More threads would only wait: no table has more rows than one thread reads at a time.
const folder = await mkdtemp(join(tmpdir(), 'seismo-telemetry-'));
const duckdb = await openDuckdbTelemetry(join(folder, 'telemetry.duckdb'), { threads: 1 });
const uncached = withSpanFiles(await openDuckdbTelemetry(join(folder, 'uncached.duckdb'), { layers: [], threads: 1 }));
afterAll(async () => {
  await Promise.all([duckdb.close(), uncached.close()]);
  await rm(folder, { recursive: true });
});

// Few values of each, so that rows meet; odd ones, so that engines could disagree.
const word = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'é', 'e\u0301', '漢', '🦊', '\uffff', '__proto__', 'a\u0000b', '\ud800'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
const asciiWord = fc.constantFrom('a', 'A', 'é', '漢');
// Letters that every engine makes small alike.
const lowerWord = asciiWord.map((each) => each.toLowerCase());
const userKey = fc.oneof(
  asciiWord,
  asciiWord.map((id) => `id:${id}`),
);
const userKeys = fc.record({
  is: fc.array(userKey, { maxLength: 2 }),
  isIgnoringCase: fc.array(
    fc.oneof(
      lowerWord,
      lowerWord.map((email) => `email:${email}`),
    ),
  ),
});
const few = fc.integer({ min: 1, max: 3 });
const atMs = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -200, max: 4000 }));
const projectId = few.map(project);
const issueId = few.map(issue);
const traceId = fc.constantFrom(eventIdOf(1), 'f'.repeat(32));
const keyId = fc.integer({ min: 0, max: 2 });
const tagValue = fc.oneof(word, fc.constantFrom('-2.5', '10', '007', '1e3', ' 1'));
const tags = fc.array(fc.tuple(word, tagValue), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));

const maps = fc.record({
  mapped: fc.integer({ min: 0, max: 3 }),
  errors: fc.dictionary(fc.constantFrom('no-debug-id', 'url-mismatch', 'source-content-missing'), few),
  unmappedDebugIds: fc.uniqueArray(fc.constantFrom('a', 'b', 'c').map((id) => id as DebugId)),
});

const someTime = fc.record({ fromMs: atMs, toMs: atMs });

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
  fc.record({
    projectId,
    delete: fc.record({
      eventIds: fc.array(fc.integer({ min: 0, max: 100 }).map(eventIdOf)),
      userKeys: fc.record({ events: userKeys, sessions: userKeys }),
    }),
  }),
  fc.record({ projectId, regroup: fc.record({ from: word, to: word }), set: fc.record({ issueId }) }),
  fc.record({ projectId, undoRegroup: fc.record({ from: word, to: word }), set: fc.record({ issueId }) }),
  fc.record({ projectId, thin: fc.array(fc.integer({ min: 0, max: 100 }).map(eventIdOf), { maxLength: 60 }) }),
  fc.record({ projectId, countOnly: someTime }),
  fc.record({ projectId, deleteAttachments: someTime }),
  fc.record({ projectId, deleteSpans: someTime }),
  fc.record({ projectId, sumSessions: someTime }),
  fc.record({ projectId, sumLedger: someTime }),
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
      removals: fc.array(
        fc.record({
          organizationId: fc.constant(1 as OrganizationId),
          projectId,
          atMs,
          itemKind: fc.constantFrom('event', 'attachment'),
          reason: fc.constantFrom('age', 'budget'),
          quantity: few,
          bytes: few,
        }),
        { maxLength: 5 },
      ),
      spans: fc.array(
        fc.record({
          projectId,
          n: few,
          traceId,
          parentSpanId: fc.constantFrom('', 'f'.repeat(16), spanIdOf(1), spanIdOf(2), spanIdOf(3)),
          isSegment: fc.boolean(),
          startUs: atMs.map((ms) => ms * 1000),
          receivedAtMs: atMs,
          name: word,
          environment: word,
          userKey: word,
          durationUs: few,
          status: fc.constantFrom('ok', 'error'),
          op: word,
          attributes: spanAttributes,
          ...sampleRates,
        }),
        { maxLength: 12 },
      ),
      changes: fc.array(change, { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((drawn) => drawn.map(numbered));

/** Event IDs are unique, as the pipeline makes them, and in no order. */
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
      removals: rows.removals,
      spans: rows.spans.map(({ n, ...row }) => span(n, row)),
    },
    changes: rows.changes,
  };
}

interface DrawnRows {
  events: Partial<EventRow>[];
  attachments: Partial<AttachmentRow>[];
  sessions: (Partial<SessionRow> & { sessionId: string; became: string })[];
  ledger: (Partial<LedgerRow> & { quantity: number })[];
  removals: RemovalRow[];
  spans: (Partial<SpanRow> & { n: number })[];
  changes: EventChange[];
}

const projectIds = fc.uniqueArray(projectId, { maxLength: 3 });
const issueIds = fc.uniqueArray(issueId, { maxLength: 3 });
const environments = fc.uniqueArray(word, { maxLength: 2 });
const range = fc.tuple(atMs, atMs).map(([a, b]) => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) }));
const eventId = fc.integer({ min: 0, max: 100 }).map(eventIdOf);
const keepIds = fc.array(eventId);
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
    fc.record({ column, isIgnoringCase: fc.array(lowerWord, { maxLength: 2 }) }),
    fc.record({ ...entry, isIgnoringCase: fc.array(lowerWord, { maxLength: 2 }) }),
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

const queryParams: { [Name in QueryName]: fc.Arbitrary<QueryParams[Name]> } = {
  knownEventIds: fc.record({ projectId, eventIds: fc.array(eventId) }),
  thinnedEvent: fc.record({ projectId, eventId }),
  eventById: fc.record({ projectId, eventId, atMs: fc.option(atMs) }),
  singleEventSince: fc.record({ projectId, issueId, sinceMs: atMs }),
  findEvent: fc.record({ projectIds, eventId }),
  eventsOfIssue: fc.record({ projectId, issueId, environments, range: fc.option(range), where, before, count }),
  firstEventsOfIssue: fc.record({
    projectId,
    issueId,
    environments,
    range: fc.option(range),
    where,
    after: before,
    count,
  }),
  eventNeighbors: fc.record({ projectId, issueId, at, environments, range: fc.option(range), where }),
  newestOfIssue: fc.record({ projectId, issueId, environments, range: fc.option(range), where }),
  newestBodies: fc.record({ projectId, count }),
  mapCoverage: fc.record({ projectId, range }),
  reprocessableCount: fc.record({ projectId, release: word, debugIds }),
  reprocessableBodies: fc.record({ projectId, release: word, debugIds, before, count }),
  storedPerHour: fc.record({ projectIds, itemKinds: fc.subarray(['event', 'session', 'span'] as const), range }),
  eventsOfProject: fc.record({ projectId, where, before, count }),
  linkedEvents: fc.record({ projectIds, where, before, count }),
  eventGroups: fc.record({
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
  eventWindows: fc
    .record({
      projectIds,
      environments,
      where,
      range,
      windowMs: fc.integer({ min: 1, max: 4 }),
      stepMs: fc.constantFrom(1, 3, 10),
      byIssue: fc.boolean(),
      issueIds: fc.option(issueIds),
      countsUsers: fc.boolean(),
      eventsMin: fc.integer({ min: 0, max: 3 }),
      usersMin: fc.integer({ min: 0, max: 2 }),
      count,
      isSingle: fc.boolean(),
    })
    .map(({ isSingle, ...params }) => {
      const { stepMs } = params;
      const toMs = Math.floor(params.range.toMs / stepMs) * stepMs;
      const single = isSingle ? { range: { fromMs: toMs - stepMs, toMs } } : {};
      return { ...params, ...single, windowMs: params.windowMs * stepMs };
    }),
  issuesInRange: fc.record({
    projectIds,
    environments,
    releases: environments,
    where,
    range,
    sinceSequence: fc.option(fc.integer({ min: 0, max: 4 })),
  }),
  lastSeenThrough: fc.record({ projectIds, issueIds, sequence: fc.integer({ min: 0, max: 4 }) }),
  issueUsers: fc.record({ projectIds, issueIds, environments, releases: environments, where, range }),
  issueSeries: fc.record({ projectIds, issueIds, environments, releases: environments, where, range, bucketMs }),
  issueStats: fc.record({ projectIds, issueIds, environments, releases: environments, where, range, bucketMs }),
  tagsOfIssue: fc.record({ projectId, issueId, range: fc.option(range), valuesPerTag: few }),
  tagCounts: fc.record({
    projectId,
    range,
    tags: fc.array(fc.record({ key: word, value: tagValue }), { maxLength: 3 }),
    sinceSequence: fc.option(fc.integer({ min: 0, max: 4 })),
    count,
  }),
  largeIssues: fc.record({ eventsOver: few }),
  movableIssues: fc.constant({}),
  hashesOfIssue: fc.record({ projectId, issueId }),
  groupsByMap: fc.record({ projectId, issueId, count }),
  issueSums: fc.record({ projectId, issueIds }),
  issueEnvironments: fc.record({ projectId, issueId }),
  issueEndUsers: fc.record({ projectId, issueId }),
  tagKeys: fc.record({ projectIds, sampleCount: count, count }),
  tagValues: fc.record({
    projectIds,
    ...entry,
    contains: fc.constantFrom('', 'a', 'A', '1', '漢'),
    sampleCount: count,
    count,
  }),
  attachmentsOfEvent: fc.record({ projectId, eventId: few.map(eventIdOf) }),
  attachmentSums: fc.record({ projectId, of: condition.condition }),
  endUserEvents: fc.record({ projectId, of: condition.condition, before, count }),
  endUserIdentities: fc.record({ projectId, of: condition.condition, count }),
  endUsersOfIssues: fc.record({ projectId, issueIds, userKeys: fc.array(asciiWord) }),
  thinnedSums: fc.record({ projectId, is: fc.array(asciiWord), isIgnoringCase: fc.array(lowerWord) }),
  sessionSums: fc.record({ projectId, is: fc.array(asciiWord), isIgnoringCase: fc.array(lowerWord) }),
  spanSums: fc.tuple(projectId, userKeys).map(([of, keys]) => ({ projectId: of, ...keys })),
  sessionsOfEndUser: fc.record({
    projectId,
    is: fc.array(asciiWord),
    isIgnoringCase: fc.array(lowerWord),
    offset: few,
    count,
  }),
  eventsAfter: fc.record({ projectId, after: before, count }),
  traceOutline: fc.record({ projectIds, traceId, count }),
  traceExcerpt: fc.record({
    projectIds,
    traceId,
    spanIds: fc.array(few.map(spanIdOf), { maxLength: 3 }),
    levelCount: few,
    count,
    besideCount: count,
  }),
  spanTexts: fc.record({ projectIds, traceId, spanIds: fc.array(few.map(spanIdOf), { maxLength: 3 }) }),
  spanSamples: fc
    .record({ projectIds, environments, range, search: spanSearches.samples, count })
    .map(({ search, ...params }) => ({ ...params, ...search })),
  spanAggregates: fc
    .record({ projectIds, environments, range, search: spanSearches.aggregates, count })
    .map(({ search, ...params }) => ({ ...params, ...search })),
  spanGroups: fc
    .record({ projectIds, environments, range, search: spanSearches.groups, count })
    .map(({ search, ...params }) => ({ ...params, ...search })),
  spanHeatmap: fc
    .record({ projectIds, environments, range, search: spanSearches.heatmaps })
    .map(({ search, ...params }) => ({ ...params, ...search })),
  spanDistributions: fc
    .record({ projectIds, environments, range, search: spanSearches.distributions })
    .map(({ search, ...params }) => ({ ...params, ...search })),
  traceValues: fc.record({
    projectIds,
    traceId,
    values: fc.array(spanValue, { minLength: 1, maxLength: 3 }),
    count,
  }),
  newestSpansStart: fc.record({ projectIds, environments, range, condition: spanCondition, count }),
  spanAttributeNames: fc.record({
    projectIds,
    environments,
    range,
    condition: spanCondition,
    sampleCount: count,
    count,
  }),
  spanById: fc.record({ projectIds, traceId, spanId: few.map(spanIdOf) }),
  sessionsAfter: fc.record({ projectId, sequence: few, offset: few, count }),
  usedBlobs: fc.record({ projectId, blobKeys: fc.subarray(['attachments/1/aa', 'b']) }),
  eventsWithBlob: fc.record({ projectId, blobKey: fc.constantFrom('attachments/1/aa', 'b'), count: few }),
  ledgerTotals: fc.record({ projectIds, range, keyId }, { requiredKeys: ['projectIds', 'range'] }),
  ledgerByKey: fc.record({ projectIds, range }),
  ledgerOutcomeSeries: fc.record(
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
  contentShare: fc.record({ projectIds, environments, range, issueId: fc.option(issueId) }),
  oldEvents: fc.record({ projectId, untilMs: atMs, keepIds, count: few }),
  storedSeries: fc.record({ projectId, issueId, bucketMs }),
  oldHours: fc.record({
    table: fc.constantFrom('thinned', 'attachments', 'sessions', 'ledger'),
    projectId,
    untilMs: atMs,
    count: few,
  }),
  spanDays: fc.record({ projectId, untilMs: atMs }),
  firstSpans: fc.record({ projectIds }),
  undecidedSpans: fc.constant({}),
  traceRulePreview: fc.record({ projectId, range, share: fc.constantFrom(0, 0.5, 1), slowUs: fc.option(few) }),
  removalLog: fc.record({ projectIds, range, bucketMs }),
  blobsInUse: fc.record({ projectId, blobKeys: fc.array(fc.constantFrom('attachments/1/aa', 'b'), { maxLength: 3 }) }),
  attachedBlobs: fc.record({
    projectId,
    eventIds: fc.option(fc.array(few.map(eventIdOf))),
    range: fc.option(range),
  }),
  storedAmounts: fc.record({ projectIds }),
  thinnableEvents: fc.record({
    projectId,
    issueId,
    range,
    cap: fc.integer({ min: 0, max: 3 }),
    keepIds,
    count: fc.integer({ min: 1, max: 20 }),
  }),
  thinnableIssues: fc.record({ cap: fc.integer({ min: 0, max: 3 }), count: few }),
  ledgerSeries: fc.record(
    { projectIds, range, bucketMs, keyId },
    { requiredKeys: ['projectIds', 'range', 'bucketMs'] },
  ),
  releaseSessionStats: fc.record({ projectIds, environments, releases: environments, range }),
  releaseSessionSeries: fc.record({ projectIds, environments, releases: environments, range, bucketMs }),
  releaseEventStats: fc.record({ projectIds, environments, releases: environments, range }),
  releaseEventSeries: fc.record({ projectIds, environments, releases: environments, range, bucketMs }),
  projectStats: fc.record({ projectIds, environments, range, bucketMs }),
  eventEnvironments: fc.record({ projectIds, release: word }),
  sessionEnvironments: fc.record({ projectIds, release: word, range }),
  releasesInEnvironments: fc.record({ projectIds, environments }),
};

const decision = fc.option(
  fc.record({
    atMs,
    arrivedUntilMs: atMs,
    rules: fc.uniqueArray(
      fc.record({
        projectId,
        share: fc.constantFrom(0, 0.25, 0.5, 1),
        slowUs: fc.option(few),
      }),
      { selector: (rule) => rule.projectId, maxLength: 3 },
    ),
  }),
  { freq: 1 },
);

const cachedNames = new Set(createLayers().flatMap((layer) => Object.keys(layer.queries) as QueryName[]));

const readsSpans = (name: QueryName) =>
  queries[name].spans !== undefined || ['spanDays', 'firstSpans', 'storedAmounts'].includes(name);

test('DuckDB returns the same as the memory oracle for every query, with and without caches, after any writes, changes and removals', async () => {
  await fc.assert(
    fc.asyncProperty(
      batches,
      fc.record(queryParams),
      fc.option(few),
      decision,
      async (stored, params, truncateAfter, of) => {
        const memory = openMemoryTelemetry();
        const engines = [memory, duckdb, uncached];
        for (const engine of [duckdb, uncached]) await engine.truncateAfter(0);
        for (const batch of stored) {
          for (const engine of engines) await engine.append(batch);
          if (of !== null) {
            const { sequence } = batch;
            const decided = engines.map((engine) => engine.decideTraces({ ...of, through: sequence, sequence }));
            expect(new Set(await Promise.all(decided)).size).toBe(1);
          }
          // Rows that are cached from now on have to be brought up to date with the batches that follow.
          for (const name of cachedNames) {
            expect(await duckdb.query(name, params[name]), name).toStrictEqual(await memory.query(name, params[name]));
          }
        }
        if (truncateAfter !== null) for (const engine of engines) await engine.truncateAfter(truncateAfter);
        for (const name of queryNames) {
          const rows = await memory.query(name, params[name]);
          expect(await duckdb.query(name, params[name]), name).toStrictEqual(rows);
          if (cachedNames.has(name) || readsSpans(name)) {
            expect(await uncached.query(name, params[name]), `${name}, not cached`).toStrictEqual(rows);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 240_000);
