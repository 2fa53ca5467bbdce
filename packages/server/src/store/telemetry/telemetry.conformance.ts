import assert from 'node:assert/strict';
import { pluck } from '../../testing/pluck.ts';
import type { EventId, OrganizationId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import { spanKinds } from '#domain/spans/span-kind.ts';
import type { SpanRow, Telemetry } from './contract.ts';
import { SAMPLE_PARTS } from './queries/span-distributions.ts';
import { WEIGHT_UNIT } from './queries/parts/span-weight.ts';
import { queryNames, type QueryName, type QueryParams } from './queries/index.ts';
import type { EventCursor } from './queries/query.ts';
import type { SpanMeasure } from './queries/span-aggregates.ts';
import { isSampled } from './queries/parts/trace-sample.ts';
import { readOutline } from './queries/trace-outline.ts';
import {
  attachment,
  batch,
  cell,
  event,
  eventCountOf,
  eventIdOf,
  issue,
  project,
  session,
  span,
  spanIdOf,
} from './sample-rows.ts';

export type OpenTelemetry = () => Promise<Telemetry>;

const projectId = project(1);
const issueId = issue(1);
const projectIds = [projectId];
const environments: string[] = [];
const range = { fromMs: 0, toMs: 1_000_000 };

/** The n-th trace ID that is in a share by its hash, and in hardly a smaller one. */
const traceInShare = (share: number) => (n: number) =>
  Array.from({ length: 2000 }, (_, index) => eventIdOf(index))
    .filter((id) => isSampled(id, share) && !isSampled(id, share * 0.9))
    .at(n)!;

/** Parameters of each query, for promises that hold of all queries. */
const everyQuery: { [Name in QueryName]: QueryParams[Name] } = {
  knownEventIds: { projectId, eventIds: [eventIdOf(1), eventIdOf(9)] },
  thinnedEvent: { projectId, eventId: eventIdOf(1) },
  eventById: { projectId, eventId: eventIdOf(1), atMs: null },
  singleEventSince: { projectId, issueId, sinceMs: 1000 },
  findEvent: { projectIds, eventId: eventIdOf(1) },
  eventsOfIssue: { projectId, issueId, environments, range: null, where: null, before: null, count: 10 },
  firstEventsOfIssue: { projectId, issueId, environments, range: null, where: null, after: null, count: 10 },
  eventNeighbors: {
    projectId,
    issueId,
    at: { atMs: 1001, eventId: eventIdOf(1) },
    environments,
    range: null,
    where: null,
  },
  newestOfIssue: { projectId, issueId, environments, range: null, where: null },
  eventsAfter: { projectId, after: null, count: 10 },
  traceOutline: { projectIds, traceId: eventIdOf(1), count: 10 },
  traceExcerpt: {
    projectIds,
    traceId: eventIdOf(1),
    spanIds: [spanIdOf(1)],
    levelCount: 9,
    count: 9,
    besideCount: 9,
  },
  spanTexts: { projectIds, traceId: eventIdOf(1), spanIds: [spanIdOf(1)] },
  spanSamples: {
    projectIds,
    environments,
    range,
    condition: { column: 'op', is: ['http.server'] },
    attributes: ['s:url.full'],
    order: 'newest',
    after: null,
    count: 10,
  },
  spanAggregates: {
    projectIds,
    environments,
    range,
    condition: { all: [] },
    by: [{ column: 'op' }],
    measures: [{ of: 'percentile', percent: 95, value: { number: 'durationUs' } }],
    order: null,
    offset: 0,
    count: 10,
  },
  spanGroups: {
    projectIds,
    environments,
    range,
    condition: spanKinds.requests.condition,
    naming: spanKinds.requests.naming,
    current: { number: 'startUs', comparison: '>=', value: 1 },
    count: 10,
  },
  spanHeatmap: {
    projectIds,
    environments,
    range,
    condition: { all: [] },
    value: { attribute: 'n:size' },
    bucketMs: 1000,
  },
  spanDistributions: {
    projectIds,
    environments,
    range,
    condition: { all: [] },
    selection: { column: 'status', is: ['error'] },
    selectedParts: SAMPLE_PARTS,
    restParts: SAMPLE_PARTS,
    values: [{ column: 'op' }, { attribute: 's:user.id' }],
    valueCount: 2,
    binCount: 2,
    charsMax: 3,
  },
  traceValues: { projectIds, traceId: eventIdOf(1), values: [{ attribute: 's:url.full' }], count: 10 },
  newestSpansStart: { projectIds, environments, range, condition: { all: [] }, count: 10 },
  spanAttributeNames: { projectIds, environments, range, condition: { all: [] }, sampleCount: 10, count: 10 },
  spanById: { projectIds, traceId: eventIdOf(1), spanId: spanIdOf(1) },
  sessionsAfter: { projectId, sequence: 0, offset: 0, count: 10 },
  eventsWithBlob: { projectId, blobKey: 'attachments/1/aa', count: 2 },
  usedBlobs: { projectId, blobKeys: ['attachments/1/aa', 'b'] },
  newestBodies: { projectId, count: 10 },
  mapCoverage: { projectId, range },
  reprocessableCount: { projectId, release: '1.0.0', debugIds: [] },
  reprocessableBodies: { projectId, release: '1.0.0', debugIds: [], before: null, count: 10 },
  storedPerHour: { projectIds, itemKinds: ['event'], range },
  eventsOfProject: { projectId, where: null, before: null, count: 10 },
  linkedEvents: { projectIds, where: null, before: null, count: 10 },
  eventGroups: {
    projectIds,
    environments,
    where: null,
    range,
    by: [{ column: 'release' }],
    order: { measure: 'events', descending: true },
    offset: 0,
    count: 10,
  },
  eventWindows: {
    projectIds,
    environments,
    where: null,
    range,
    windowMs: 300,
    stepMs: 100,
    byIssue: true,
    issueIds: null,
    countsUsers: true,
    eventsMin: 1,
    usersMin: 0,
    count: 10,
  },
  issuesInRange: { projectIds, environments, releases: [], where: null, range, sinceSequence: null },
  lastSeenThrough: { projectIds, issueIds: [issueId], sequence: 9 },
  issueUsers: { projectIds, issueIds: [issueId], environments, releases: [], where: null, range },
  issueSeries: { projectIds, issueIds: [issueId], environments, releases: [], where: null, range, bucketMs: 100 },
  issueStats: { projectIds, issueIds: [issueId], environments, releases: [], where: null, range, bucketMs: 100 },
  tagsOfIssue: { projectId, issueId, range: null, valuesPerTag: 5 },
  tagCounts: { projectId, range, tags: [], sinceSequence: null, count: 10 },
  largeIssues: { eventsOver: 0 },
  movableIssues: {},
  hashesOfIssue: { projectId, issueId },
  groupsByMap: { projectId, issueId, count: 10 },
  issueSums: { projectId, issueIds: [issueId] },
  issueEndUsers: { projectId, issueId },
  issueEnvironments: { projectId, issueId },
  contentShare: { projectIds, environments, range, issueId: null },
  oldEvents: { projectId, untilMs: 1_000_000, keepIds: [], count: 10 },
  oldHours: { table: 'sessions', projectId, untilMs: 1_000_000, count: 10 },
  spanDays: { projectId, untilMs: 1_000_000 },
  firstSpans: { projectIds },
  undecidedSpans: {},
  traceRulePreview: { projectId, range, share: 0.5, slowUs: 1000 },
  removalLog: { projectIds, range, bucketMs: 100 },
  blobsInUse: { projectId, blobKeys: ['attachments/1/aa', 'b'] },
  attachedBlobs: { projectId, eventIds: null, range: null },
  storedAmounts: { projectIds },
  storedSeries: { projectId, issueId, bucketMs: 100 },
  thinnableEvents: { projectId, issueId, range, cap: 1, keepIds: [], count: 10 },
  thinnableIssues: { cap: 1, count: 10 },
  tagKeys: { projectIds, sampleCount: 10, count: 10 },
  tagValues: { projectIds, entry: 'tags', key: 'a', contains: '', sampleCount: 10, count: 10 },
  attachmentsOfEvent: { projectId, eventId: eventIdOf(1) },
  attachmentSums: { projectId, of: { column: 'userKey', is: ['id:1'] } },
  endUserEvents: { projectId, of: { column: 'userKey', is: ['id:1'] }, before: null, count: 10 },
  endUserIdentities: { projectId, of: { column: 'userKey', is: ['id:1'] }, count: 10 },
  endUsersOfIssues: { projectId, issueIds: [issueId], userKeys: ['id:1'] },
  thinnedSums: { projectId, is: ['id:1'], isIgnoringCase: [] },
  sessionSums: { projectId, is: ['id:1'], isIgnoringCase: [] },
  spanSums: { projectId, is: ['id:1'], isIgnoringCase: [] },
  sessionsOfEndUser: { projectId, is: ['id:1'], isIgnoringCase: [], offset: 0, count: 10 },
  ledgerTotals: { projectIds, range },
  ledgerByKey: { projectIds, range },
  ledgerOutcomeSeries: { projectIds, range, bucketMs: 60_000, itemKind: null, outcome: 'stored', reason: null },
  ledgerSeries: { projectIds, range, bucketMs: 60_000 },
  releaseSessionStats: { projectIds, environments, releases: ['1.0.0'], range },
  releaseSessionSeries: { projectIds, environments, releases: ['1.0.0'], range, bucketMs: 100 },
  releaseEventStats: { projectIds, environments, releases: ['1.0.0'], range },
  releaseEventSeries: { projectIds, environments, releases: ['1.0.0'], range, bucketMs: 100 },
  projectStats: { projectIds, environments, range, bucketMs: 100 },
  eventEnvironments: { projectIds, release: '1.0.0' },
  sessionEnvironments: { projectIds, release: '1.0.0', range },
  releasesInEnvironments: { projectIds, environments: ['production'] },
};

const promises: Record<string, (telemetry: Telemetry) => Promise<void>> = {
  'returns nothing for every query of an empty store': async (telemetry) => {
    for (const name of queryNames) {
      const rows = await telemetry.query(name, everyQuery[name]);
      if (name === 'reprocessableCount') assert.deepEqual(rows, [{ events: 0 }]);
      else if (name === 'eventNeighbors') assert.deepEqual(rows, [{ ...nowhere, position: 0, total: 0 }]);
      else assert.deepEqual(rows, [], name);
    }
  },

  'stores thousands of events': async (telemetry) => {
    const events = Array.from({ length: 5000 }, (_, n) => event(n));
    await telemetry.append(batch(1, { events }));
    assert.equal(await eventCountOf(telemetry), 5000);
    const known = await telemetry.query('knownEventIds', { projectId, eventIds: events.map((row) => row.eventId) });
    assert.deepEqual(
      pluck(known, 'eventId'),
      events.map((row) => row.eventId),
    );
  },

  'gives an event back as it was appended': async (telemetry) => {
    const tags = {
      ключ: 'значение',
      emoji: '🦊',
      quote: `'"\\`,
      nul: 'a\u0000b',
      empty: '',
      ...JSON.parse('{"__proto__":"x"}'),
    };
    const rich = event(1, {
      userKey: 'id:ü',
      handled: false,
      traceId: 'ab'.repeat(16),
      digest: '4711',
      dist: 'd',
      tags,
      title: 'naïve "x" 漢字',
      body: Buffer.from('before the body after').subarray(11, 15),
    });
    await telemetry.append(batch(1, { events: [rich, event(2, { handled: true }), event(3)] }));
    const { organizationId, maps, ...expected } = rich;
    const [row] = await telemetry.query('eventById', { projectId, eventId: rich.eventId, atMs: null });
    assert.deepEqual(
      { ...row, tags: Object.entries(row!.tags).toSorted(([a], [b]) => (a < b ? -1 : 1)) },
      {
        ...expected,
        tags: Object.entries(tags).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        body: new Uint8Array(Buffer.from('body')),
      },
    );
    const handled = await telemetry.query('eventsOfProject', { projectId, where: null, before: null, count: 3 });
    assert.deepEqual(pluck(handled, 'handled'), [null, true, false]);
  },

  'finds the events of a digest and a trace in the requested projects': async (telemetry) => {
    const [one, two, foreign] = [project(1), project(2), project(3)];
    const traceId = 'ab'.repeat(16);
    const events = [
      event(1, { digest: '4711' }),
      event(2, { digest: '4711', projectId: two, traceId }),
      event(3, { digest: '4711', projectId: foreign }),
      event(4, { digest: '47110' }),
      event(5, { traceId }),
    ];
    await telemetry.append(batch(1, { events }));
    const params = { projectIds: [one, two], before: null, count: 10 };
    const found = async (where: EventCondition) =>
      (await telemetry.query('linkedEvents', { ...params, where })).map(({ eventId, digest, traceId: of }) => [
        eventId,
        digest,
        of,
      ]);
    assert.deepEqual(await found({ column: 'digest', is: ['4711'] }), [
      [eventIdOf(2), '4711', traceId],
      [eventIdOf(1), '4711', ''],
    ]);
    assert.deepEqual(await found({ traceId }), [
      [eventIdOf(5), '', traceId],
      [eventIdOf(2), '4711', traceId],
    ]);
    const [newest, ...others] = await telemetry.query('linkedEvents', { ...params, where: null, count: 1 });
    assert.deepEqual([newest!.eventId, others], [eventIdOf(5), []]);
    const before = { atMs: newest!.atMs, eventId: newest!.eventId };
    const [second] = await telemetry.query('linkedEvents', { ...params, where: null, before, count: 1 });
    assert.equal(second!.eventId, eventIdOf(4));
  },

  'groups events by their properties, with exact counts of events, users and issues': async (telemetry) => {
    const events = [
      event(1, { release: '1', userKey: 'id:1', tags: { plan: 'a"b' }, handled: false }),
      event(2, { release: '1', userKey: 'id:1', tags: { plan: 'a"b' }, handled: true }),
      event(3, { release: '2', userKey: 'id:2', tags: {}, issueId: issue(2), handled: null }),
      event(4, { release: '2', userKey: '', tags: { plan: '漢' }, handled: null }),
      event(5, { release: '2', projectId: project(2), tags: { plan: 'elsewhere' } }),
    ];
    await telemetry.append(batch(1, { events }));
    const params = everyQuery['eventGroups'];
    assert.deepEqual(await telemetry.query('eventGroups', params), [
      { keys: ['1'], events: 2, users: 1, issues: 1, firstSeenAtMs: 1001, lastSeenAtMs: 1002 },
      { keys: ['2'], events: 2, users: 1, issues: 2, firstSeenAtMs: 1003, lastSeenAtMs: 1004 },
    ]);
    const keys = async (change: Partial<typeof params>) =>
      (await telemetry.query('eventGroups', { ...params, ...change })).map((row) => [...row.keys, row.events]);
    const plan = { entry: 'tags' as const, key: 'plan' };
    assert.deepEqual(await keys({ by: [plan, { handled: true }] }), [
      ['', '', 1],
      ['a"b', 'false', 1],
      ['a"b', 'true', 1],
      ['漢', '', 1],
    ]);
    assert.deepEqual(await keys({ by: [{ number: 'issueId' }], order: { measure: 'users', descending: true } }), [
      ['1', 3],
      ['2', 1],
    ]);
    assert.deepEqual(await keys({ by: [{ bucketMs: 2 }], order: null }), [
      ['1000', 1],
      ['1002', 2],
      ['1004', 1],
    ]);
    assert.deepEqual(await keys({ by: [] }), [['', 4]]);
    assert.deepEqual(await keys({ offset: 1, count: 1 }), [['2', 2]]);
    assert.deepEqual(await keys({ where: { column: 'release', is: ['none'] }, by: [] }), []);
  },

  'separates projects': async (telemetry) => {
    const elsewhere = { projectId: project(2) };
    await telemetry.append(
      batch(1, {
        events: [event(1, elsewhere)],
        attachments: [attachment(elsewhere)],
        sessions: [session('s', { ...elsewhere, exited: 1 })],
        ledger: [cell('stored', 1, elsewhere)],
      }),
    );
    for (const name of queryNames) {
      if (['eventNeighbors', 'reprocessableCount', 'largeIssues'].includes(name)) continue;
      assert.deepEqual(await telemetry.query(name, everyQuery[name]), [], name);
    }
    const found = await telemetry.query('findEvent', { projectIds: [projectId, project(2)], eventId: eventIdOf(1) });
    assert.deepEqual(found, [{ projectId: 2, issueId: 1, eventId: eventIdOf(1) }]);
  },

  'includes the start of a range and excludes its end': async (telemetry) => {
    const events = [999, 1000, 1999, 2000].map((atMs, n) => event(n, { atMs }));
    const ledger = [999, 1000, 1999, 2000].map((atMs) => cell('stored', 1, { atMs }));
    await telemetry.append(batch(1, { events, ledger }));
    const second = { fromMs: 1000, toMs: 2000 };
    const [stats] = await telemetry.query('issuesInRange', { ...everyQuery['issuesInRange'], range: second });
    assert.deepEqual(stats, { issueId: 1, events: 2, lastSequence: 1 });
    const [total] = await telemetry.query('ledgerTotals', { projectIds, range: second });
    assert.equal(total!.quantity, 2);
    const heads = await telemetry.query('eventsOfIssue', { ...everyQuery['eventsOfIssue'], range: second });
    assert.deepEqual(pluck(heads, 'atMs'), [1999, 1000]);
  },

  'puts an event on a bucket edge into the bucket that starts there': async (telemetry) => {
    const events = [0, 59_999, 60_000, 119_999, 120_000].map((atMs, n) => event(n, { atMs }));
    await telemetry.append(batch(1, { events }));
    const ofIssue = await telemetry.query('issueSeries', { ...everyQuery['issueSeries'], bucketMs: 60_000 });
    assert.deepEqual(pluck(ofIssue, 'bucketAtMs', 'events'), [
      [0, 2],
      [60_000, 2],
      [120_000, 1],
    ]);
  },

  'starts buckets at multiples of their width, also before 1970': async (telemetry) => {
    await telemetry.append(batch(1, { events: [event(1, { atMs: -1 }), event(2, { atMs: -60_000 })] }));
    const series = { ...everyQuery['issueSeries'], range: { fromMs: -100_000, toMs: 0 }, bucketMs: 60_000 };
    assert.deepEqual(await telemetry.query('issueSeries', series), [{ issueId: 1, bucketAtMs: -60_000, events: 2 }]);
  },

  'counts users exactly, without events that have no user': async (telemetry) => {
    const keys = ['', '', 'id:1', 'id:1', 'email:a@b.c', 'id:é'];
    await telemetry.append(batch(1, { events: keys.map((userKey, n) => event(n, { userKey })) }));
    const users = await telemetry.query('issueUsers', everyQuery['issueUsers']);
    assert.deepEqual(users, [{ issueId: 1, users: 3 }]);
  },

  'filters by environment and release only when some are named': async (telemetry) => {
    const events = [
      event(1, { environment: '', release: '' }),
      event(2, { environment: 'dev', release: 'a' }),
      event(3, { environment: 'dev', release: 'b' }),
    ];
    await telemetry.append(batch(1, { events }));
    const count = async (of: { environments: string[]; releases: string[] }) =>
      (await telemetry.query('issuesInRange', { ...everyQuery['issuesInRange'], ...of }))[0]?.events ?? 0;
    assert.equal(await count({ environments: [], releases: [] }), 3);
    assert.equal(await count({ environments: [''], releases: [] }), 1);
    assert.equal(await count({ environments: ['dev', 'none'], releases: [] }), 2);
    assert.equal(await count({ environments: ['dev'], releases: ['b'] }), 1);
    assert.equal(await count({ environments: ['none'], releases: [] }), 0);
  },

  "gives a project's newest events with what they hold": async (telemetry) => {
    const events = [
      event(1, { atMs: 1000 }),
      event(2, { atMs: 3000 }),
      event(3, { atMs: 2000 }),
      event(4, { projectId: project(2) }),
    ];
    await telemetry.append(batch(1, { events }));
    const newest = await telemetry.query('newestBodies', { projectId, count: 2 });
    assert.deepEqual(
      newest.map((row) => [row.eventId, row.issueId, row.atMs, Buffer.from(row.body).toString('hex')]),
      [events[1]!, events[2]!].map((row) => [
        row.eventId,
        row.issueId,
        row.atMs,
        Buffer.from(row.body).toString('hex'),
      ]),
    );
  },

  'counts what was stored of some kinds in each hour, and nothing else': async (telemetry) => {
    const hourMs = 3_600_000;
    const stored = (atMs: number, quantity: number) => cell('stored', quantity, { itemKind: 'event', atMs });
    const ledger = [
      stored(0, 2),
      stored(hourMs - 1, 3),
      stored(hourMs, 1),
      cell('stored', 9, { itemKind: 'session', atMs: 0 }),
      cell('limited', 9, { itemKind: 'event', atMs: 0 }),
      cell('stored', 9, { itemKind: 'event', atMs: 0, projectId: project(2) }),
    ];
    await telemetry.append(batch(1, { ledger }));
    const params = { projectIds, itemKinds: ['event' as const], range: { fromMs: 0, toMs: 2 * hourMs } };
    assert.deepEqual(await telemetry.query('storedPerHour', params), [
      { projectId, hourAtMs: 0, quantity: 5 },
      { projectId, hourAtMs: hourMs, quantity: 1 },
    ]);
    const both = { ...params, itemKinds: ['event' as const, 'session' as const] };
    assert.equal((await telemetry.query('storedPerHour', both))[0]!.quantity, 14);
  },

  'counts the results of frames by release and reason, with the newest event of each': async (telemetry) => {
    const maps = (mapped: number, errors: Record<string, number>) => ({
      maps: { mapped, errors, unmappedDebugIds: [] },
    });
    await telemetry.append(
      batch(1, {
        events: [
          event(1, maps(2, {})),
          event(2, maps(1, { 'no-debug-id': 2, 'url-mismatch': 1 })),
          event(3, { ...maps(0, { 'no-debug-id': 4 }), issueId: issue(7) }),
          event(4, { ...maps(3, { 'source-content-missing': 1 }), release: '2.0.0' }),
          event(5),
          event(6, { ...maps(9, {}), projectId: project(2) }),
          event(7, { ...maps(9, {}), atMs: range.toMs }),
        ],
      }),
    );
    const newest = (n: number, of = 1) => ({ eventId: eventIdOf(n), issueId: issue(of), atMs: 1000 + n });
    assert.deepEqual(await telemetry.query('mapCoverage', { projectId, range }), [
      { release: '1.0.0', error: '', frames: 3, events: 3, ...newest(3, 7) },
      { release: '1.0.0', error: 'no-debug-id', frames: 6, events: 2, ...newest(3, 7) },
      { release: '1.0.0', error: 'url-mismatch', frames: 1, events: 1, ...newest(2) },
      { release: '2.0.0', error: '', frames: 3, events: 1, ...newest(4) },
      { release: '2.0.0', error: 'source-content-missing', frames: 1, events: 1, ...newest(4) },
    ]);
  },

  'pages through events of one timestamp without losing or repeating any': async (telemetry) => {
    const events = Array.from({ length: 23 }, (_, n) => event(n * 7919, { atMs: 1000 + (n % 3) }));
    await telemetry.append(batch(1, { events }));
    const expected = events.toSorted((a, b) => b.atMs - a.atMs || (a.eventId < b.eventId ? 1 : -1));
    for (const name of ['eventsOfProject', 'eventsOfIssue'] as const) {
      const seen: EventId[] = [];
      let before: EventCursor | null = null;
      for (;;) {
        const page: EventCursor[] = await telemetry.query(name, { ...everyQuery[name], before, count: 4 });
        if (page.length === 0) break;
        seen.push(...page.map((head) => head.eventId));
        before = page.at(-1)!;
      }
      assert.deepEqual(
        seen,
        expected.map((row) => row.eventId),
        name,
      );
    }
    const seen: EventId[] = [];
    let after: EventCursor | null = null;
    for (;;) {
      const params = { ...everyQuery['firstEventsOfIssue'], after, count: 4 };
      const page: EventCursor[] = await telemetry.query('firstEventsOfIssue', params);
      if (page.length === 0) break;
      seen.push(...page.map((head) => head.eventId));
      after = page.at(-1)!;
    }
    assert.deepEqual(seen, expected.map((row) => row.eventId).reverse());
  },

  'finds the events before and after an event, also among events of the same time': async (telemetry) => {
    const events = [event(5, { atMs: 10 }), event(2, { atMs: 20 }), event(3, { atMs: 20 }), event(1, { atMs: 30 })];
    await telemetry.append(batch(1, { events }));
    const all = { range: null, where: null };
    const at = async (atMs: number, n: number, among: Pick<QueryParams['eventNeighbors'], 'range' | 'where'> = all) =>
      (
        await telemetry.query('eventNeighbors', {
          projectId,
          issueId,
          environments,
          at: { atMs, eventId: eventIdOf(n) },
          ...among,
        })
      )[0];
    const ends = { first: eventIdOf(5), last: eventIdOf(1), total: 4 };
    assert.deepEqual(await at(20, 2), { ...ends, previous: eventIdOf(5), next: eventIdOf(3), position: 2 });
    assert.deepEqual(await at(20, 3), { ...ends, previous: eventIdOf(2), next: eventIdOf(1), position: 3 });
    assert.deepEqual(await at(10, 5), { ...ends, previous: null, next: eventIdOf(2), position: 1 });
    assert.deepEqual(await at(30, 1), { ...ends, previous: eventIdOf(3), next: null, position: 4 });
    const without = { range: { fromMs: 10, toMs: 30 }, where: { not: { eventIds: [eventIdOf(2)] } } };
    const fewer = { first: eventIdOf(5), last: eventIdOf(3), total: 2 };
    assert.deepEqual(await at(20, 2, without), { ...fewer, previous: eventIdOf(5), next: eventIdOf(3), position: 1 });
    assert.deepEqual(await at(30, 1, without), { ...fewer, previous: eventIdOf(3), next: null, position: 2 });
    const newest = (among: Pick<QueryParams['newestOfIssue'], 'range' | 'where'>) =>
      telemetry.query('newestOfIssue', { projectId, issueId, environments, ...among });
    assert.deepEqual(await newest(all), [{ eventId: eventIdOf(1), atMs: 30 }]);
    assert.deepEqual(await newest(without), [{ eventId: eventIdOf(3), atMs: 20 }]);
    assert.deepEqual(await newest({ ...all, range: { fromMs: 31, toMs: 40 } }), []);
    const since = async (sinceMs: number) =>
      (await telemetry.query('singleEventSince', { projectId, issueId, sinceMs })).map(({ eventId }) => eventId);
    assert.deepEqual(await since(30), [eventIdOf(1)]);
    assert.deepEqual(await since(20), [], 'there are several');
    assert.deepEqual(await since(31), []);
  },

  'counts the values of tags, the most frequent first and the rest in the totals': async (telemetry) => {
    const values = ['b', 'b', 'a', 'a', 'c', '漢', '漢', '漢'];
    const events = values.map((value, n) => event(n, { tags: n === 0 ? { k: value, solo: 'x' } : { k: value } }));
    await telemetry.append(batch(1, { events }));
    const k = { key: 'k', tagEvents: 8, distinctValues: 4, issueEvents: 8 };
    assert.deepEqual(await telemetry.query('tagsOfIssue', { projectId, issueId, range, valuesPerTag: 3 }), [
      { ...k, value: '漢', events: 3 },
      { ...k, value: 'a', events: 2 },
      { ...k, value: 'b', events: 2 },
      { key: 'solo', value: 'x', events: 1, tagEvents: 1, distinctValues: 1, issueEvents: 8 },
    ]);
    const tags = [
      { key: 'solo', value: 'x' },
      { key: 'k', value: 'b' },
    ];
    assert.deepEqual(await telemetry.query('tagCounts', { projectId, range, tags, sinceSequence: null, count: 10 }), [
      { key: 'k', value: 'b', events: 2, lastSequence: 1 },
      { key: 'solo', value: 'x', events: 1, lastSequence: 1 },
      { key: null, value: null, events: 8, lastSequence: 1 },
    ]);
  },

  'lists the attachments of an event in the order they came': async (telemetry) => {
    await telemetry.append(batch(1, { attachments: [attachment({ filename: 'z' }), attachment({ filename: 'a' })] }));
    await telemetry.append(
      batch(2, { attachments: [attachment({ filename: 'm' }), attachment({ eventId: eventIdOf(2) })] }),
    );
    const rows = await telemetry.query('attachmentsOfEvent', everyQuery['attachmentsOfEvent']);
    assert.deepEqual(pluck(rows, 'filename'), ['z', 'a', 'm']);
    assert.deepEqual(rows[0], {
      atMs: 1000,
      filename: 'z',
      contentType: 'text/plain',
      attachmentType: 'event.attachment',
      bytes: 3,
      blobKey: 'attachments/1/aa',
    });
  },

  'returns when issues were last seen in events stored up to a batch': async (telemetry) => {
    const late = { issueId: issue(2), atMs: 200 };
    await telemetry.append(batch(1, { events: [event(1, { atMs: 700 }), event(2, { atMs: 500 }), event(3, late)] }));
    await telemetry.append(batch(2, { events: [event(4, { atMs: 900 }), event(5, { issueId: issue(3) })] }));
    const params = { projectIds, issueIds: [issueId, issue(2), issue(3)] };
    assert.deepEqual(await telemetry.query('lastSeenThrough', { ...params, sequence: 1 }), [
      { issueId, atMs: 700 },
      { issueId: issue(2), atMs: 200 },
    ]);
    assert.deepEqual(await telemetry.query('lastSeenThrough', { ...params, issueIds: [issueId], sequence: 2 }), [
      { issueId, atMs: 900 },
    ]);
  },

  'sums the ledger with its corrections, and omits sums of zero': async (telemetry) => {
    await telemetry.append(batch(1, { ledger: [cell('failed', 3), cell('received', 5), cell('stored', 2)] }));
    await telemetry.append(
      batch(2, { ledger: [cell('failed', -3), cell('stored', 3), cell('stored', 1, { atMs: 120_000 })] }),
    );
    await telemetry.append(batch(3, { ledger: [cell('failed', -1, { reason: 'error' })] }));
    assert.deepEqual(await telemetry.query('ledgerTotals', { projectIds, range }), [
      { itemKind: 'event', outcome: 'failed', reason: 'error', quantity: -1 },
      { itemKind: 'event', outcome: 'received', reason: '', quantity: 5 },
      { itemKind: 'event', outcome: 'stored', reason: '', quantity: 6 },
    ]);
    assert.deepEqual(await telemetry.query('ledgerSeries', { projectIds, range, bucketMs: 60_000 }), [
      { bucketAtMs: 60_000, outcome: 'failed', quantity: -1 },
      { bucketAtMs: 60_000, outcome: 'received', quantity: 5 },
      { bucketAtMs: 60_000, outcome: 'stored', quantity: 5 },
      { bucketAtMs: 120_000, outcome: 'stored', quantity: 1 },
    ]);
  },

  'counts items by client key, with the time of the last one': async (telemetry) => {
    await telemetry.append(
      batch(1, { ledger: [cell('received', 3, { keyId: 7 }), cell('stored', 3, { keyId: 7 }), cell('received', 1)] }),
    );
    await telemetry.append(
      batch(2, {
        ledger: [
          cell('received', 1, { keyId: 7, atMs: 180_000 }),
          cell('stored', 1, { keyId: 7, atMs: 180_000, reason: 'late' }),
          cell('limited', 4, { keyId: 8 }),
          cell('limited', 9, { keyId: 8, projectId: project(2) }),
        ],
      }),
    );
    const rowOf = (keyId: number, outcome: string, quantity: number, lastAtMs = 60_000) => ({
      projectId: project(1),
      keyId,
      itemKind: 'event',
      outcome,
      quantity,
      lastAtMs,
    });
    assert.deepEqual(await telemetry.query('ledgerByKey', { projectIds: [project(1)], range }), [
      rowOf(0, 'received', 1),
      rowOf(7, 'received', 4, 180_000),
      rowOf(7, 'stored', 4, 180_000),
      rowOf(8, 'limited', 4),
    ]);
    const ofKey = { projectIds: [project(1)], range, keyId: 7 };
    assert.deepEqual(await telemetry.query('ledgerTotals', ofKey), [
      { itemKind: 'event', outcome: 'received', reason: '', quantity: 4 },
      { itemKind: 'event', outcome: 'stored', reason: '', quantity: 3 },
      { itemKind: 'event', outcome: 'stored', reason: 'late', quantity: 1 },
    ]);
    assert.deepEqual(await telemetry.query('ledgerSeries', { ...ofKey, bucketMs: 120_000 }), [
      { bucketAtMs: 0, outcome: 'received', quantity: 3 },
      { bucketAtMs: 0, outcome: 'stored', quantity: 3 },
      { bucketAtMs: 120_000, outcome: 'received', quantity: 1 },
      { bucketAtMs: 120_000, outcome: 'stored', quantity: 1 },
    ]);
  },

  'returns when the items of one count arrived, and by which key': async (telemetry) => {
    await telemetry.append(
      batch(1, {
        ledger: [
          cell('client-discard', 3, { itemKind: 'error', reason: 'before_send', keyId: 7 }),
          cell('client-discard', 2, { itemKind: 'error', reason: 'before_send', keyId: 8, atMs: 180_000 }),
          cell('client-discard', 5, { itemKind: 'error', reason: 'sample_rate', keyId: 7 }),
          cell('client-discard', 9, { itemKind: 'log_item', reason: 'before_send', keyId: 7 }),
          cell('stored', 1, { itemKind: 'error', reason: 'before_send', keyId: 7 }),
          cell('client-discard', 6, { itemKind: 'error', reason: 'before_send', projectId: project(2) }),
        ],
      }),
    );
    const params = { projectIds: [project(1)], range, bucketMs: 120_000, outcome: 'client-discard' };
    const rowOf = (bucketAtMs: number, keyId: number, quantity: number, lastAtMs = 60_000) => ({
      bucketAtMs,
      projectId: project(1),
      keyId,
      quantity,
      lastAtMs,
    });
    const one = { ...params, itemKind: 'error', reason: 'before_send' };
    assert.deepEqual(await telemetry.query('ledgerOutcomeSeries', one), [
      rowOf(0, 7, 3),
      rowOf(120_000, 8, 2, 180_000),
    ]);
    assert.deepEqual(await telemetry.query('ledgerOutcomeSeries', { ...one, keyId: 7 }), [rowOf(0, 7, 3)]);
    assert.deepEqual(
      await telemetry.query('ledgerOutcomeSeries', { ...params, itemKind: 'error', reason: null, keyId: 7 }),
      [rowOf(0, 7, 8)],
    );
    assert.deepEqual(
      await telemetry.query('ledgerOutcomeSeries', { ...params, itemKind: null, reason: 'before_send', keyId: 7 }),
      [rowOf(0, 7, 12)],
    );
  },

  'counts a session once, by its last state, and aggregates as they are': async (telemetry) => {
    const sessions = [
      session('a', { exited: 1, userKey: 'id:1' }),
      session('b', { errored: 1, userKey: 'id:1' }),
      session('b', { crashed: 1, userKey: 'id:1' }),
      session('', { exited: 10, errored: 2 }),
      session('', { exited: 5 }),
    ];
    await telemetry.append(batch(1, { sessions }));
    await telemetry.append(
      batch(2, { sessions: [session('a', { abnormal: 1, release: '2' }), session('', { crashed: 1, release: '2' })] }),
    );
    const shares = { projectIds, environments: [], releases: ['2', '1.0.0', '3'], range };
    const first = { projectId, errored: 2, crashed: 1, abnormal: 0, users: 1, crashedUsers: 1 };
    const second = { projectId, errored: 0, crashed: 1, abnormal: 1, users: 0, crashedUsers: 0 };
    assert.deepEqual(await telemetry.query('releaseSessionStats', shares), [
      { ...first, release: '1.0.0', sessions: 18 },
      { ...second, release: '2', sessions: 2 },
      { ...first, release: null, sessions: 20, crashed: 2, abnormal: 1 },
    ]);
    assert.deepEqual(await telemetry.query('releaseSessionStats', { ...shares, environments: ['dev'] }), []);
    assert.deepEqual(await telemetry.query('releaseSessionSeries', { ...shares, bucketMs: 600 }), [
      { release: '1.0.0', bucketAtMs: 600, sessions: 18, crashed: 1 },
      { release: '2', bucketAtMs: 600, sessions: 2, crashed: 1 },
      { release: null, bucketAtMs: 600, sessions: 20, crashed: 2 },
    ]);
    assert.deepEqual(await telemetry.query('sessionEnvironments', { projectIds, release: '2', range }), [
      { environment: 'production', sessions: 2, crashed: 1, allSessions: 20 },
    ]);
  },

  'counts a user once per release and once in total, as crashed if any session crashed': async (telemetry) => {
    const sessions = [
      session('a', { userKey: 'id:1', exited: 1 }),
      session('b', { userKey: 'id:1', crashed: 1 }),
      session('c', { userKey: 'id:1', exited: 1, release: '2' }),
      session('d', { userKey: 'id:1', crashed: 1, release: '3' }),
      session('e', { userKey: 'id:2', exited: 1, release: '2' }),
      // The user may be set later, and a crash may be withdrawn.
      session('f', { crashed: 1, release: '2' }),
      session('f', { userKey: 'id:3', exited: 1, release: '2' }),
      session('', { userKey: 'id:2', exited: 7, crashed: 2, release: '2' }),
      session('', { crashed: 4, release: '2' }),
      session('a', { userKey: 'id:1', exited: 1, projectId: project(2) }),
    ];
    await telemetry.append(batch(1, { sessions }));
    const params = { projectIds: [projectId, project(2)], environments: [], releases: ['2', '1.0.0'], range };
    const none = { errored: 0, abnormal: 0 };
    assert.deepEqual(await telemetry.query('releaseSessionStats', params), [
      { ...none, projectId, release: '1.0.0', sessions: 2, crashed: 1, users: 1, crashedUsers: 1 },
      { ...none, projectId, release: '2', sessions: 16, crashed: 6, users: 3, crashedUsers: 1 },
      { ...none, projectId, release: null, sessions: 19, crashed: 8, users: 3, crashedUsers: 2 },
      { ...none, projectId: project(2), release: '1.0.0', sessions: 1, crashed: 0, users: 1, crashedUsers: 0 },
      { ...none, projectId: project(2), release: null, sessions: 1, crashed: 0, users: 1, crashedUsers: 0 },
    ]);
  },

  'counts what arrived since the last query: late sessions and users with a new ID': async (telemetry) => {
    const params = { projectIds, environments: ['production'], releases: ['1', '2'], range };
    const shares = () => telemetry.query('releaseSessionStats', params);
    const none = { projectId, errored: 0, crashed: 0, abnormal: 0, users: 0, crashedUsers: 0 };
    const first = { release: '1', exited: 1, userKey: 'id:1' };
    await telemetry.append(batch(1, { sessions: [session('a', first), session('b', first), session('c', first)] }));
    assert.deepEqual(await shares(), [
      { ...none, release: '1', sessions: 3, users: 1 },
      { ...none, release: null, sessions: 3, users: 1 },
    ]);
    // One started first of all, and one before the range.
    const late = [
      session('d', { ...first, userKey: 'id:2', startedAtMs: range.fromMs }),
      session('e', { ...first, userKey: 'id:3', startedAtMs: range.fromMs - 1 }),
    ];
    const asOthers = [
      session('a', { release: '2', crashed: 1, userKey: 'id:2' }),
      session('b', { ...first, environment: 'dev' }),
    ];
    await telemetry.append(batch(2, { sessions: [...late, ...asOthers] }));
    assert.deepEqual(await shares(), [
      { ...none, release: '1', sessions: 2, users: 2 },
      { ...none, release: '2', sessions: 1, crashed: 1, users: 1, crashedUsers: 1 },
      { ...none, release: null, sessions: 3, crashed: 1, users: 2, crashedUsers: 1 },
    ]);
    await telemetry.append(batch(3, { sessions: [session('a', { ...first, environment: 'dev' })] }));
    assert.deepEqual(await shares(), [
      { ...none, release: '1', sessions: 2, users: 2 },
      { ...none, release: null, sessions: 2, users: 2 },
    ]);
  },

  'returns the share of events of each release and its environments': async (telemetry) => {
    const rows = [
      event(1, { release: '1', userKey: 'id:1' }),
      event(2, { release: '1', userKey: 'id:1', environment: 'dev' }),
      event(3, { release: '2', userKey: 'id:1' }),
      event(4, { release: '', userKey: 'id:2' }),
      event(5, { release: '1', projectId: project(2) }),
    ];
    const dev = session('s', { release: '3', environment: 'dev', exited: 1 });
    await telemetry.append(batch(1, { events: rows, sessions: [dev] }));
    const shares = { projectIds: [projectId, project(2)], environments: [], releases: ['1', '2'], range };
    assert.deepEqual(await telemetry.query('releaseEventStats', shares), [
      { projectId, release: '1', events: 2, users: 1 },
      { projectId, release: '2', events: 1, users: 1 },
      { projectId, release: null, events: 4, users: 2 },
      { projectId: project(2), release: '1', events: 1, users: 0 },
      { projectId: project(2), release: null, events: 1, users: 0 },
    ]);
    const series = { ...shares, projectIds, environments: ['production'], bucketMs: 1000 };
    assert.deepEqual(await telemetry.query('releaseEventSeries', series), [
      { release: '1', bucketAtMs: 1000, events: 1 },
      { release: '2', bucketAtMs: 1000, events: 1 },
      { release: null, bucketAtMs: 1000, events: 3 },
    ]);
    assert.deepEqual(await telemetry.query('eventEnvironments', { projectIds, release: '1' }), [
      { environment: 'dev', events: 1, users: 1, firstSeenAtMs: 1002, lastSeenAtMs: 1002 },
      { environment: 'production', events: 1, users: 1, firstSeenAtMs: 1001, lastSeenAtMs: 1001 },
    ]);
    const within = (...names: string[]) =>
      telemetry.query('releasesInEnvironments', { projectIds, environments: names });
    assert.deepEqual(await within('dev'), [{ release: '1' }, { release: '3' }]);
    assert.deepEqual(await within('production', 'dev'), [{ release: '1' }, { release: '2' }, { release: '3' }]);
    assert.deepEqual(await within(), []);
  },

  'counts events and users of projects, over time and in total': async (telemetry) => {
    const rows = [
      event(1, { atMs: 1000, userKey: 'id:1' }),
      event(2, { atMs: 1099, userKey: 'id:1' }),
      event(3, { atMs: 1100, userKey: 'id:1' }),
      event(4, { atMs: 1150, userKey: 'id:2' }),
      event(5, { atMs: 1150, userKey: '' }),
      event(6, { atMs: 1150, environment: 'dev' }),
      event(7, { atMs: 1000, projectId: project(2) }),
    ];
    await telemetry.append(batch(1, { events: rows }));
    const params = { projectIds: [project(2), projectId], environments: ['production'], range, bucketMs: 100 };
    assert.deepEqual(await telemetry.query('projectStats', params), [
      { projectId, bucketAtMs: 1000, events: 2, users: 1 },
      { projectId, bucketAtMs: 1100, events: 3, users: 2 },
      { projectId, bucketAtMs: null, events: 5, users: 2 },
      { projectId: project(2), bucketAtMs: 1000, events: 1, users: 0 },
      { projectId: project(2), bucketAtMs: null, events: 1, users: 0 },
    ]);
  },

  'deletes an issue with its attachments, or a whole project, also repeatedly': async (telemetry) => {
    const other = project(2);
    const rows = {
      events: [event(1, {}), event(2, { issueId: issue(2) }), event(3, { projectId: other })],
      attachments: [attachment({ eventId: eventIdOf(1) }), attachment({ eventId: eventIdOf(2) })],
      sessions: [session('', { exited: 1 }), session('', { exited: 1, projectId: other })],
      ledger: [cell('stored', 1), cell('stored', 2, { projectId: other })],
    };
    await telemetry.append(batch(1, { ...rows, changes: [{ projectId, delete: issueId }] }));
    await telemetry.append(batch(2, { changes: [{ projectId: other, delete: issueId }] }));
    const left = async (id: number) => {
      const found = await telemetry.query('eventsOfProject', {
        projectId: project(id),
        where: null,
        before: null,
        count: 9,
      });
      const totals = await telemetry.query('ledgerTotals', { projectIds: [project(id)], range });
      return [found.map((row) => row.eventId), totals.map(({ quantity }) => quantity)];
    };
    const attached = (n: number) => telemetry.query('attachmentsOfEvent', { projectId, eventId: eventIdOf(n) });
    assert.deepEqual(await left(1), [[eventIdOf(2)], [1]]);
    assert.deepEqual(await left(2), [[], [2]]);
    assert.equal((await attached(1)).length, 0);
    assert.equal((await attached(2)).length, 1);
    assert.deepEqual(await telemetry.query('knownEventIds', { projectId, eventIds: [eventIdOf(1)] }), []);
    for (const sequence of [3, 4]) {
      await telemetry.append(batch(sequence, { changes: [{ projectId, delete: 'all' }] }));
      assert.deepEqual(await left(1), [[], []]);
      assert.equal((await attached(2)).length, 0);
      const shares = { projectIds: [projectId, other], environments: [], releases: [], range };
      const sessions = await telemetry.query('releaseSessionStats', shares);
      assert.deepEqual(pluck(sessions, 'projectId'), [other]);
    }
  },

  'deletes one attachment of an event, and finds other attachments with the same content': async (telemetry) => {
    const [one, two] = [eventIdOf(1), eventIdOf(2)];
    const attachments = [
      attachment({ eventId: one, filename: 'a' }),
      attachment({ eventId: one, filename: 'b' }),
      attachment({ eventId: two, filename: 'a' }),
    ];
    const { blobKey } = attachments[0]!;
    const having = async (projectOf: typeof projectId, count: number) => {
      const found = await telemetry.query('eventsWithBlob', { projectId: projectOf, blobKey, count });
      return found.map(({ eventId }) => eventId);
    };
    const used = (projectOf: typeof projectId, blobKeys: string[]) =>
      telemetry.query('usedBlobs', { projectId: projectOf, blobKeys });
    await telemetry.append(batch(1, { attachments }));
    assert.deepEqual(await used(projectId, ['attachments/1/none', blobKey]), [{ blobKey }]);
    assert.deepEqual(await used(project(2), [blobKey]), []);
    assert.deepEqual(await having(projectId, 9), [one, two]);
    assert.deepEqual(await having(projectId, 1), [one]);
    assert.deepEqual(await having(project(2), 9), []);
    for (const sequence of [2, 3]) {
      const changes = [{ projectId, delete: { eventId: one, blobKey, filename: 'a' } }];
      await telemetry.append(batch(sequence, { changes }));
      const left = await telemetry.query('attachmentsOfEvent', { projectId, eventId: one });
      assert.deepEqual(pluck(left, 'filename'), ['b']);
    }
    await telemetry.append(batch(4, { changes: [{ projectId, delete: { eventId: one, blobKey, filename: 'b' } }] }));
    assert.deepEqual(await having(projectId, 9), [two]);
  },

  'deletes the events of an end user with their attachments, and leaves sessions without their user': async (
    telemetry,
  ) => {
    const other = project(2);
    await telemetry.append(
      batch(1, {
        events: [event(1), event(2), event(3, { projectId: other }), event(4, { userKey: 'id:7' })],
        attachments: [attachment({ eventId: eventIdOf(1) }), attachment({ eventId: eventIdOf(2) })],
        changes: [{ projectId, thin: [eventIdOf(4)] }],
        sessions: [
          session('s1', { userKey: 'ip:203.0.113.7', exited: 1 }),
          session('s1', { userKey: 'id:Ada@example.com', exited: 1 }),
          session('s2', { userKey: 'id:7', exited: 1 }),
          session('s3', { userKey: 'ip:203.0.113.7', exited: 1 }),
          session('s1', { userKey: 'id:7', exited: 1, projectId: other }),
        ],
      }),
    );
    const keys = { is: ['id:7'], isIgnoringCase: ['id:ada@example.com'] };
    const userKeys = { events: keys, sessions: keys };
    assert.equal((await telemetry.query('thinnedSums', { projectId, ...keys }))[0]!.events, 1);
    const eventIds = [eventIdOf(1), eventIdOf(3)];
    for (const sequence of [2, 3]) {
      await telemetry.append(batch(sequence, { changes: [{ projectId, delete: { eventIds, userKeys } }] }));
      const left = await telemetry.query('eventsOfProject', { projectId, where: null, before: null, count: 9 });
      assert.deepEqual(pluck(left, 'eventId'), [eventIdOf(2)]);
      // Deleted events count as before, and thinned ones have no user.
      assert.equal((await telemetry.query('issueSums', { projectId, issueIds: [issueId] }))[0]!.events, 3);
      const users = { projectId, issueIds: [issueId], userKeys: ['id:7'] };
      assert.deepEqual(await telemetry.query('endUsersOfIssues', users), []);
      const attached = await Promise.all(
        [...eventIds, eventIdOf(2)].map((eventId) => telemetry.query('attachmentsOfEvent', { projectId, eventId })),
      );
      assert.deepEqual(pluck(attached, 'length'), [0, 0, 1]);
      const all = { is: ['ip:203.0.113.7', 'id:7'], isIgnoringCase: ['id:ada@example.com'], offset: 0, count: 9 };
      const sessions = await telemetry.query('sessionsOfEndUser', { projectId, ...all });
      assert.deepEqual(pluck(sessions, 'sessionId'), ['s3']);
      assert.equal((await telemetry.query('sessionsOfEndUser', { projectId: other, ...all })).length, 1);
      const stats = await telemetry.query('releaseSessionStats', { projectIds, environments, releases: [], range });
      assert.equal(stats[0]!.sessions, 3);
    }
  },

  'finds the spans of a trace in the order of their start, each once as it came first': async (telemetry) => {
    const traceId = eventIdOf(1);
    const spans = [
      span(3, { startUs: 30, parentSpanId: 'f'.repeat(16), name: 'SELECT 1' }),
      span(1, { startUs: 10, isSegment: true, segmentId: spanIdOf(1), links: '[]' }),
      span(2, { startUs: 10, projectId: project(2), status: 'error', attributes: '{"n:a":1,"s:a":"1"}', events: '[]' }),
      span(4, { traceId: eventIdOf(2) }),
      span(5, { projectId: project(3) }),
    ];
    await telemetry.append(batch(1, { spans }));
    await telemetry.append(batch(2, { spans: [span(3, { startUs: 5 })] }));
    const of = { projectIds: [projectId, project(2)], traceId };
    const outline = async (count: number) => readOutline(await telemetry.query('traceOutline', { ...of, count }));
    const all = await outline(9);
    assert.deepEqual(pluck(all, 'spanId'), [spanIdOf(1), spanIdOf(2), spanIdOf(3)]);
    assert.deepEqual([all[0]!.parentSpanId, all[0]!.isSegment, all[1]!.status], ['', true, 'error']);
    assert.deepEqual([all[2]!.parentSpanId, all[2]!.startUs, all[2]!.name], ['f'.repeat(16), 30, 'SELECT 1']);
    assert.deepEqual(pluck(await outline(1), 'spanId'), [spanIdOf(1)]);
    const [first] = await telemetry.query('spanById', { ...of, spanId: spanIdOf(1) });
    assert.deepEqual([first!.parentSpanId, first!.segmentId, first!.links], ['', spanIdOf(1), '[]']);
    const [second] = await telemetry.query('spanById', { ...of, spanId: spanIdOf(2) });
    assert.deepEqual([second!.projectId, second!.attributes, second!.segmentId], [2, { 'n:a': 1, 's:a': '1' }, '']);
    const [third] = await telemetry.query('spanById', { ...of, spanId: spanIdOf(3) });
    assert.deepEqual([third!.startUs, third!.parentSpanId], [30, 'f'.repeat(16)]);
    assert.deepEqual(await telemetry.query('spanById', { ...of, spanId: spanIdOf(5) }), []);
  },

  'finds the spans of a trace that may explain some of its spans': async (telemetry) => {
    const below = (n: number, row: Partial<SpanRow> = {}) => ({ parentSpanId: spanIdOf(n), ...row });
    const queries = [0, 1, 2].map((n) =>
      span(30 + n, below(3, { op: 'db', name: 'SELECT', startUs: 40 + n, durationUs: n })),
    );
    const spans = [
      span(1, { startUs: 10, durationUs: 90 }),
      span(2, below(1, { startUs: 20, durationUs: 60 })),
      span(3, below(2, { startUs: 30, durationUs: 50 })),
      ...queries,
      span(4, below(1, { startUs: 21, durationUs: 3, name: 'short' })),
      span(5, below(1, { startUs: 22, durationUs: 30, name: 'long' })),
      span(6, below(5, { startUs: 23, durationUs: 20 })),
      span(7, below(6, { startUs: 24, durationUs: 10, status: 'error' })),
      span(8, below(6, { startUs: 24, durationUs: 19 })),
      span(9, { startUs: 50, name: 'another root' }),
      span(10, { projectId: project(2), startUs: 50 }),
    ];
    await telemetry.append(batch(1, { spans }));
    const of = { projectIds: [projectId], traceId: eventIdOf(1), spanIds: [spanIdOf(3)], levelCount: 9 };
    const rows = await telemetry.query('traceExcerpt', { ...of, count: 9, besideCount: 9 });
    assert.deepEqual(
      rows.map((row) => [parseInt(row.spanId, 16), row.alike, row.alikeUs, row.alikeFromUs, row.alikeToUs]),
      [
        [1, 1, 90, 10, 100],
        [2, 1, 60, 20, 80],
        [4, 1, 3, 21, 24],
        [5, 1, 30, 22, 52],
        [6, 0, 20, 23, 43],
        [7, 1, 10, 24, 34],
        [3, 1, 50, 30, 80],
        [32, 3, 3, 40, 44],
        [9, 1, spans[11]!.durationUs, 50, 50 + spans[11]!.durationUs],
      ],
    );
    assert.equal(rows[0]!.spanCount, 12);
    const few = await telemetry.query('traceExcerpt', { ...of, levelCount: 1, count: 1, besideCount: 1 });
    assert.deepEqual(
      few.map((row) => [parseInt(row.spanId, 16), row.alike]),
      [
        [1, 1],
        [2, 1],
        [6, 0],
        [7, 1],
        [3, 1],
        [32, 3],
      ],
    );
  },

  'tells what spans are about': async (telemetry) => {
    const of = (n: number, attributes: object) => span(n, { attributes: JSON.stringify(attributes) });
    const url = 'https://shop.example/a';
    await telemetry.append(
      batch(1, {
        spans: [of(1, { 's:url.full': url }), of(2, { 's:db.query.text': 'select 1', 'n:x': 1 }), of(3, {}), of(4, {})],
      }),
    );
    await telemetry.append(batch(2, { spans: [of(1, { 's:url.full': 'later' })] }));
    const spanIds = [3, 1, 2, 9].map(spanIdOf);
    const texts = await telemetry.query('spanTexts', { projectIds, traceId: eventIdOf(1), spanIds });
    assert.deepEqual(texts, [
      { spanId: spanIdOf(1), url, query: '' },
      { spanId: spanIdOf(2), url: '', query: 'select 1' },
      { spanId: spanIdOf(3), url: '', query: '' },
    ]);
  },

  'reads values of all spans of a trace, each once as it came first': async (telemetry) => {
    const of = (n: number, attributes: object) => span(n, { attributes: JSON.stringify(attributes) });
    await telemetry.append(batch(1, { spans: [of(2, { 'n:a': 1.5 }), of(1, { 's:a': 'x' }), of(3, { 's:b': '' })] }));
    await telemetry.append(batch(2, { spans: [of(1, { 's:a': 'later' }), of(4, { 'b:a': true })] }));
    const attributes = [{ attribute: 's:a' }, { attribute: 'n:a' }];
    const read = (count: number, values: QueryParams['traceValues']['values']) =>
      telemetry.query('traceValues', { projectIds, traceId: eventIdOf(1), values, count });
    assert.deepEqual(await read(10, attributes), [
      { spanId: spanIdOf(1), values: ['x', null] },
      { spanId: spanIdOf(2), values: [null, 1.5] },
    ]);
    assert.deepEqual(await read(1, [{ column: 'release' }]), [{ spanId: spanIdOf(1), values: ['1.0.0'] }]);
  },

  'compares the spans of groups with those before, the groups that take the longest first': async (telemetry) => {
    const request = (n: number, attributes: object, row: Partial<SpanRow> = {}) =>
      span(n, {
        op: 'http.client',
        name: 'GET https://pay.example/1',
        startUs: 5_000_000,
        durationUs: n,
        attributes: JSON.stringify(attributes),
        ...row,
      });
    const pay = { 's:http.request.method': 'GET', 's:server.address': 'pay.example' };
    await telemetry.append(
      batch(1, {
        spans: [
          ...Array.from({ length: 40 }, (_, n) => request(n + 1, pay, { startUs: n < 20 ? 4_999_999 : 5_000_000 })),
          request(41, pay, { service: 'worker', status: 'error' }),
          request(42, { 's:http.request.method': 'GET' }),
          request(43, pay, { projectId: project(2) }),
          request(44, pay, { op: 'db' }),
        ],
      }),
    );
    const params = {
      ...everyQuery.spanGroups,
      range: { fromMs: 0, toMs: 6000 },
      current: { number: 'startUs', comparison: '>=', value: 5_000_000 },
    } as const;
    const groups = await telemetry.query('spanGroups', params);
    assert.deepEqual(
      groups.map((row) => [row.service, row.name, row.currentUs, row.previousUs, row.groupCount, row.allUs]),
      [
        ['', 'GET pay.example', 610, 210, 3, 693],
        ['', 'GET https://pay.example/1', 42, 0, 3, 693],
        ['worker', 'GET pay.example', 41, 0, 3, 693],
      ],
    );
    const [{ currentP50, currentP75, currentP95, currentSlow, previousP50, previousP95, previousSlow }] = groups as [
      (typeof groups)[number],
    ];
    assert.deepEqual([currentP50, currentP75, currentP95, currentSlow], [30, 35, 39, 3]);
    assert.deepEqual([previousP50, previousP95, previousSlow], [10, 19, 0]);
    assert.deepEqual(pluck(groups, 'currentFailed'), [0, 0, 1]);
    assert.deepEqual(pluck(groups, 'previousP95'), [19, null, null]);
    assert.equal((await telemetry.query('spanGroups', { ...params, count: 1 }))[0]!.groupCount, 3);
  },

  'searches spans by columns and attributes, the newest or the longest first': async (telemetry) => {
    const url = `a "quoted" 'name', $1`;
    const of = (n: number, attributes: object, row = {}) =>
      span(n, { startUs: 5_000_000, durationUs: n % 3, attributes: JSON.stringify(attributes), ...row });
    await telemetry.append(
      batch(1, {
        spans: [
          of(1, { 's:url.full': 'https://shop.example/cart', 'n:http.response.status_code': 500, 'b:cache.hit': true }),
          of(2, { 's:http.response.status_code': '500', [`s:${url}`]: 'x' }, { name: 'GET /cart' }),
          of(3, {}, { environment: 'staging' }),
          of(4, {}, { projectId: project(2) }),
          of(5, {}, { startUs: 9_000_000 }),
        ],
      }),
    );
    const params = { ...everyQuery.spanSamples, range: { fromMs: 5000, toMs: 6000 }, attributes: [] };
    const found = async (condition: SpanCondition, more = {}) =>
      pluck(await telemetry.query('spanSamples', { ...params, condition, ...more }), 'spanId');
    assert.deepEqual(await found({ all: [] }), [3, 2, 1].map(spanIdOf));
    assert.deepEqual(await found({ all: [] }, { order: 'longest' }), [2, 1, 3].map(spanIdOf));
    assert.deepEqual(await found({ all: [] }, { environments: ['staging'] }), [spanIdOf(3)]);
    const after = { startUs: 5_000_000, durationUs: 1, spanId: spanIdOf(1) };
    assert.deepEqual(await found({ all: [] }, { after: { ...after, spanId: spanIdOf(3) } }), [2, 1].map(spanIdOf));
    assert.deepEqual(await found({ all: [] }, { after, order: 'longest' }), [spanIdOf(3)]);
    const status = 'http.response.status_code';
    assert.deepEqual(await found({ attribute: `n:${status}`, comparison: '>=', value: 500 }), [spanIdOf(1)]);
    assert.deepEqual(await found({ attribute: `s:${status}`, is: ['500'] }), [spanIdOf(2)]);
    assert.deepEqual(await found({ not: { attribute: 'b:cache.hit', isTrue: true } }), [3, 2].map(spanIdOf));
    assert.deepEqual(await found({ attribute: 's:url.full', like: ['https://shop.', '/cart'] }), [spanIdOf(1)]);
    assert.deepEqual(await found({ attribute: `s:${url}`, known: true }), [spanIdOf(2)]);
    assert.deepEqual(await found({ text: ['CART'] }), [spanIdOf(2)]);
    assert.deepEqual(await found({ id: 'parentSpanId', is: [''] }), [3, 2, 1].map(spanIdOf));
    assert.deepEqual(await found({ id: 'spanId', is: [spanIdOf(2)] }), [spanIdOf(2)]);
    // Bounds between whole microseconds, on one, and beyond all.
    for (const [comparison, bounds] of Object.entries({
      '>': { 0.5: [2, 1], 1: [2], '-1e300': [3, 2, 1] },
      '>=': { 0.5: [2, 1], 1: [2, 1], 1e300: [] },
      '<': { 1.5: [3, 1], 1: [3], 1e300: [3, 2, 1] },
      '<=': { 1.5: [3, 1], 1: [3, 1], '-1e300': [] },
    } as const)) {
      for (const [value, expected] of Object.entries(bounds)) {
        const condition: SpanCondition = {
          number: 'durationUs',
          comparison: comparison as '>',
          value: Number(value),
        };
        assert.deepEqual(await found(condition), expected.map(spanIdOf), `${comparison} ${value}`);
      }
    }
    const attributes = [`n:${status}`, `s:${status}`, 'b:cache.hit', `s:${url}`];
    const samples = await telemetry.query('spanSamples', { ...params, condition: { all: [] }, attributes });
    assert.deepEqual(pluck(samples, 'values'), [
      [null, null, null, null],
      [null, '500', null, 'x'],
      [500, null, true, null],
    ]);
    assert.deepEqual([samples[2]!.traceId, samples[2]!.parentSpanId, samples[2]!.isSegment], [eventIdOf(1), '', false]);
  },

  'measures spans in groups and over time, percentiles by nearest rank': async (telemetry) => {
    const of = (n: number, attributes: object = {}, row = {}) =>
      span(n, { startUs: n * 1_000_000, durationUs: n * 10, attributes: JSON.stringify(attributes), ...row });
    await telemetry.append(
      batch(1, {
        spans: [
          ...Array.from({ length: 20 }, (_, index) => of(index + 1, { 's:user.id': String(index % 3) })),
          of(21, { 'n:size': 1.5 }, { op: 'db', status: 'error' }),
          of(22, { 'n:size': 2 }, { op: 'db' }),
          of(23, {}, { op: 'db' }),
        ],
      }),
    );
    const duration = { number: 'durationUs' } as const;
    const size = { attribute: 'n:size' };
    const params = { ...everyQuery.spanAggregates, range: { fromMs: 0, toMs: 60_000 } };
    const query = async (more: Partial<QueryParams['spanAggregates']>) => {
      const rows = await telemetry.query('spanAggregates', { ...params, ...more });
      return rows.map(({ keys, values }) => ({ keys, values }));
    };
    assert.deepEqual(
      await query({
        order: { measure: 0, descending: true },
        measures: [
          { of: 'count', values: null },
          ...([50, 95, 99, 100] as const).map((percent) => ({ of: 'percentile' as const, percent, value: duration })),
          { of: 'failureRate' },
          { of: 'unique', values: [{ attribute: 's:user.id' }] },
          { of: 'sum', value: size },
          { of: 'avg', value: size },
          { of: 'min', value: size },
          { of: 'count', values: [size] },
        ],
      }),
      [
        { keys: ['http.server'], values: [20, 100, 190, 200, 200, 0, 3, null, null, null, 0] },
        { keys: ['db'], values: [3, 220, 230, 230, 230, 1 / 3, 0, 3.5, 1.75, 1.5, 2] },
      ],
    );
    const count = [{ of: 'count' as const, values: null }];
    assert.deepEqual(await query({ by: [{ bucketMs: 20_000 }], measures: count }), [
      { keys: [0], values: [19] },
      { keys: [20_000_000], values: [4] },
    ]);
    assert.deepEqual(await query({ by: [size, { isSegment: true }], measures: count, offset: 1 }), [
      { keys: [2, false], values: [1] },
      { keys: [null, false], values: [21] },
    ]);
    assert.deepEqual(await query({ by: [], measures: count }), [{ keys: [], values: [23] }]);
    assert.deepEqual(await query({ by: [], measures: count, condition: { any: [] } }), []);
    assert.deepEqual(await query({ by: [{ id: 'traceId' }], measures: count }), [
      { keys: [eventIdOf(1)], values: [23] },
    ]);
  },

  'counts spans of sampled traces as those that they stand for': async (telemetry) => {
    const of = (n: number, row: Partial<SpanRow>) => span(n, { startUs: 1_000_000, durationUs: n * 10, ...row });
    const measures: SpanMeasure[] = [
      { of: 'count', values: null },
      { of: 'samples' },
      { of: 'failureRate' },
      { of: 'sum', value: { number: 'durationUs' } },
      { of: 'avg', value: { number: 'durationUs' } },
      { of: 'percentile', percent: 50, value: { number: 'durationUs' } },
      { of: 'percentile', percent: 95, value: { number: 'durationUs' } },
      { of: 'count', values: [{ attribute: 'n:size' }] },
      { of: 'percentile', percent: 50, value: { attribute: 'n:size' } },
      { of: 'unique', values: [{ column: 'name' }] },
      { of: 'max', value: { number: 'durationUs' } },
    ];
    const params = { ...everyQuery.spanAggregates, by: [], measures };
    const query = (more: Partial<QueryParams['spanAggregates']> = {}) =>
      telemetry.query('spanAggregates', { ...params, ...more });
    await telemetry.append(
      batch(1, {
        spans: [
          of(1, { clientSampleRate: 0.5, serverSampleRate: 0.2, status: 'error', attributes: '{"n:size":3}' }),
          of(2, { name: 'POST /' }),
          of(3, { name: 'POST /', serverSampleRate: null, attributes: '{"n:size":5}' }),
          of(4, { clientSampleRate: 0.25, op: 'db' }),
        ],
      }),
    );
    assert.deepEqual(await query(), [
      {
        keys: [],
        values: [16, 4, 10 / 16, 310, 310 / 16, 10, 40, 11, 3, 2, 40],
        spans: 4,
        estimated: 16,
      },
    ]);
    assert.deepEqual(await query({ by: [{ column: 'op' }] }), [
      { keys: ['db'], values: [4, 1, 0, 160, 40, 40, 40, 0, null, 1, 40], spans: 1, estimated: 4 },
      { keys: ['http.server'], values: [12, 3, 10 / 12, 150, 12.5, 10, 30, 11, 3, 2, 30], spans: 3, estimated: 12 },
    ]);
    // Thirds, whose sums are not exact: percentiles of equal weights are those of no weights.
    const thirds = Array.from({ length: 20 }, (_, n) => of(n + 1, { projectId: project(2), clientSampleRate: 1 / 3 }));
    await telemetry.append(batch(2, { spans: thirds }));
    const [row] = await query({ projectIds: [project(2)] });
    assert.deepEqual(row!.values.slice(5, 7), [100, 190]);
    assert.deepEqual([row!.spans, Math.round(row!.estimated)], [20, 60]);
  },

  'counts spans by time and by value, in half-open buckets': async (telemetry) => {
    const of = (n: number, startMs: number, size: number | string) =>
      span(n, { startUs: startMs * 1000, attributes: JSON.stringify({ 'n:size': size }) });
    await telemetry.append(
      batch(1, {
        spans: [
          ...[1, 1.25, 1.2499999999999998, 1, 3.15, 9.999999999999998].map((size, n) => of(n, 0, size)),
          ...[0, -1, -1.25, -1.26, 1e-7, -1e-7, 1e15, -1e15, 1e300, 5e-324].map((size, n) => of(10 + n, 1999, size)),
          ...[1e-6, 8e14, 9.99e14, 0.63, 0.629].map((size, n) => of(20 + n, 2000, size)),
          span(30, { startUs: 0 }),
          of(31, 4000, 1),
        ],
      }),
    );
    const params = { ...everyQuery.spanHeatmap, range: { fromMs: 0, toMs: 4000 } };
    const cells = await telemetry.query('spanHeatmap', params);
    assert.deepEqual(
      cells.map(({ bucketAtMs, bucket, spans }) => [bucketAtMs, bucket, spans]),
      [
        [0, 62, 3],
        [0, 63, 1],
        [0, 67, 1],
        [0, 71, 1],
        [1000, -211, 1],
        [1000, -63, 1],
        [1000, -62, 1],
        [1000, -61, 1],
        [1000, -1, 1],
        [1000, 0, 1],
        [1000, 1, 2],
        [1000, 212, 2],
        [2000, 2, 1],
        [2000, 59, 1],
        [2000, 60, 1],
        [2000, 211, 2],
      ],
    );
    const durations = await telemetry.query('spanHeatmap', { ...params, value: { number: 'durationUs' } });
    assert.deepEqual(pluck(durations, 'spans'), [7, 10, 5]);
    await telemetry.append(
      batch(2, { spans: [span(40, { startUs: 0, clientSampleRate: 0.5, serverSampleRate: 0.25 })] }),
    );
    const [sampled] = await telemetry.query('spanHeatmap', { ...params, value: { number: 'durationUs' } });
    assert.deepEqual([sampled!.spans, sampled!.weight], [8, 15 * WEIGHT_UNIT]);
  },

  'compares the values of a selection with the rest': async (telemetry) => {
    const of = (n: number, attributes: object, row = {}) => span(n, { attributes: JSON.stringify(attributes), ...row });
    await telemetry.append(
      batch(1, {
        spans: [
          of(1, { 's:user.id': 'abcd', 'n:size': 1, 'b:hit': true }, { status: 'error', op: '' }),
          of(2, { 's:user.id': 'abcx', 'n:size': 1 }, { status: 'error' }),
          of(3, { 's:user.id': 'b', 'n:size': 1 }),
          of(4, { 's:user.id': 'b', 'n:size': 7, 'b:hit': false }),
          of(5, { 's:user.id': 'é漢x', 'n:size': 8 }),
          of(6, { 's:user.id': '' }),
        ],
      }),
    );
    const values = [{ column: 'op' as const }, ...['s:user.id', 'n:size', 'b:hit'].map((attribute) => ({ attribute }))];
    const params = { ...everyQuery.spanDistributions, values };
    const rows = (more = {}) => telemetry.query('spanDistributions', { ...params, ...more });
    const found = ({ text, least, most }: { text: string | null; least: number | null; most: number | null }) =>
      text ?? (least === null ? '' : `${least} to ${most}`);
    assert.deepEqual(
      (await rows()).map((row) => [
        row.value,
        row.group,
        found(row),
        row.selected,
        row.rest,
        row.values,
        row.selectedValues,
        row.restValues,
        parseInt(row.example, 16) || null,
      ]),
      [
        [0, 'value', 'htt', 1, 4, 1, 1, 1, 2],
        [1, 'value', 'abc', 2, 0, 1, 1, 0, 2],
        [1, 'value', 'b', 0, 2, 1, 0, 1, null],
        [1, 'other', '', 0, 2, 2, 0, 2, null],
        [2, 'bin', '1 to 1', 2, 1, 1, 1, 1, 2],
        [2, 'bin', '7 to 8', 0, 2, 2, 0, 2, null],
        [3, 'value', 'fal', 0, 1, 1, 0, 1, null],
        [3, 'value', 'tru', 1, 0, 1, 1, 0, 1],
      ],
    );
    await telemetry.append(
      batch(2, { spans: [7, 8].map((n) => of(n, {}, { status: 'error', op: 'db', clientSampleRate: 0.5 ** n })) }),
    );
    const [db] = await rows({ condition: { column: 'op', is: ['db'] } });
    const [seven, eight] = [7, 8].map((n) => 2 ** n * WEIGHT_UNIT);
    assert.deepEqual([db!.selectedWeight, db!.restWeight], [seven! + eight!, 0]);
    assert.deepEqual([db!.selectedSquares, db!.restSquares], [seven! ** 2 + eight! ** 2, 0]);
    const ofRest = (await rows({ selectedParts: 0, restParts: 5 })).filter(({ value }) => value === 1);
    assert.deepEqual(
      ofRest.map(({ text, selected, rest }) => [text, selected, rest]),
      [['b', 0, 2]],
    );
    const numbers = (await rows({ valueCount: 3 })).filter(({ value }) => value === 2);
    assert.deepEqual(pluck(numbers, 'least'), [1, 7, 8]);
  },

  'lists the attributes of the newest spans': async (telemetry) => {
    const of = (n: number, attributes: object) => span(n, { startUs: n, attributes: JSON.stringify(attributes) });
    await telemetry.append(
      batch(1, { spans: [of(1, { 's:old': '' }), of(2, { 's:a': '', 'n:a': 1 }), of(3, { 'n:a': 2, 'b:"é': true })] }),
    );
    const names = (sampleCount: number, count = 10, condition: SpanCondition = { all: [] }) =>
      telemetry.query('spanAttributeNames', { projectIds, environments, range, condition, sampleCount, count });
    assert.deepEqual(await names(2), [
      { name: 'n:a', spans: 2 },
      { name: 'b:"é', spans: 1 },
      { name: 's:a', spans: 1 },
    ]);
    assert.deepEqual(await names(1, 1), [{ name: 'b:"é', spans: 1 }]);
    assert.deepEqual(await names(1, 1, { attribute: 's:old', known: true }), [{ name: 's:old', spans: 1 }]);
    const start = (count: number, condition: SpanCondition = { all: [] }) =>
      telemetry.query('newestSpansStart', { projectIds, environments, range, condition, count });
    assert.deepEqual(await start(2), [{ startUs: 3 }, { startUs: 2 }]);
    assert.deepEqual(await start(99, { attribute: 's:none', known: true }), []);
  },

  'keeps or deletes the undecided spans of a trace together': async (telemetry) => {
    const [rare, half, frequent] = [traceInShare(0.05), traceInShare(0.5), traceInShare(0.95)];
    const of = (n: number, traceId: string, row: Partial<SpanRow> = {}) =>
      span(n, { traceId, serverSampleRate: null, ...row });
    const other = { projectId: project(2) };
    await telemetry.append(
      batch(1, {
        events: [event(1, { traceId: frequent(4) })],
        spans: [
          // In the share of the other project.
          of(1, half(1)),
          of(2, half(1), other),
          of(3, half(2)),
          of(4, rare(1)),
          of(5, frequent(1)),
          of(6, frequent(1), { ...other, status: 'error' }),
          of(7, frequent(2), { isSegment: true, durationUs: 2000 }),
          of(8, frequent(3), { durationUs: 2000 }),
          of(9, frequent(3), { isSegment: true, durationUs: 1999 }),
          of(10, frequent(4)),
          of(11, frequent(5), { receivedAtMs: 9000 }),
          of(12, frequent(6)),
          of(13, frequent(6), { receivedAtMs: 9000 }),
          of(14, frequent(7)),
          of(15, frequent(7), { ...other, serverSampleRate: 1 }),
          of(16, frequent(8), { ...other, organizationId: 2 as OrganizationId, projectId: project(3) }),
        ],
      }),
    );
    await telemetry.append(batch(2, { spans: [of(17, frequent(9))] }));
    const rules = [
      { projectId, share: 0.1, slowUs: 2000 },
      { projectId: project(2), share: 0.6, slowUs: null },
    ];
    const all = [1, 2, 3].map(project);
    const decide = (through: number) =>
      telemetry.decideTraces({ through, sequence: 2, atMs: 7000, arrivedUntilMs: 8000, rules });
    const ratesOf = async () => {
      const search = { ...everyQuery.spanSamples, projectIds: all, attributes: [], count: 99 };
      const rows = await telemetry.query('spanSamples', { ...search, condition: { all: [] } });
      return Object.fromEntries(rows.map(({ spanId, serverSampleRate }) => [Number(`0x${spanId}`), serverSampleRate]));
    };
    assert.deepEqual(await telemetry.query('undecidedSpans', {}), [{ spans: 16, firstAtMs: 2001 }]);
    assert.equal(await decide(1), 14);
    const kept = { 1: 0.6, 2: 0.6, 4: 0.1, 5: 1, 6: 1, 7: 1, 10: 1, 14: 1, 15: 1, 16: 1 };
    assert.deepEqual(await ratesOf(), { ...kept, 11: null, 17: null });
    assert.deepEqual(await telemetry.query('removalLog', { projectIds: all, range, bucketMs: 1000 }), [
      { bucketAtMs: 7000, projectId, itemKind: 'span', reason: 'sampled', quantity: 5, bytes: 0 },
    ]);
    // A span that comes late follows the decision, or the same rule.
    await telemetry.append(
      batch(3, { spans: [of(18, half(1)), of(19, frequent(1)), of(20, frequent(6)), of(21, rare(1))] }),
    );
    assert.equal(await decide(3), 5);
    assert.deepEqual(await ratesOf(), { ...kept, 11: null, 18: 0.6, 19: 1, 21: 0.1 });
    assert.equal(await decide(3), 0);
    await telemetry.decideTraces({ through: 3, sequence: 3, atMs: 7000, arrivedUntilMs: 9000, rules: [] });
    assert.deepEqual(await ratesOf(), { ...kept, 11: 1, 18: 0.6, 19: 1, 21: 0.1 });
  },

  'counts what a rule would have kept of the traces of a project': async (telemetry) => {
    const [half, frequent] = [traceInShare(0.5), traceInShare(0.95)];
    const of = (n: number, traceId: string, row: Partial<SpanRow> = {}) => span(n, { traceId, startUs: 1e6, ...row });
    await telemetry.append(
      batch(1, {
        events: [event(1, { traceId: frequent(1) }), event(2, { traceId: frequent(3), projectId: project(2) })],
        spans: [
          of(1, half(1)),
          of(2, half(1)),
          of(3, frequent(1), { isSegment: true, durationUs: 500 }),
          of(4, frequent(2), { isSegment: true, durationUs: 500 }),
          of(5, frequent(3), { durationUs: 500 }),
          of(6, frequent(4), { status: 'error' }),
          of(7, frequent(5), { status: 'error', projectId: project(2) }),
          of(8, frequent(6), { status: 'error', startUs: 2e6 }),
        ],
      }),
    );
    const preview = (share: number, slowUs: number | null) =>
      telemetry.query('traceRulePreview', { projectId, range: { fromMs: 0, toMs: 2000 }, share, slowUs });
    const all = { traces: 5, spans: 6, failedTraces: 2 };
    assert.deepEqual(await preview(0.5, 500), [{ ...all, slowTraces: 1, keptTraces: 4, keptSpans: 5 }]);
    assert.deepEqual(await preview(0, null), [{ ...all, slowTraces: 0, keptTraces: 2, keptSpans: 2 }]);
    assert.deepEqual(await preview(1, 501), [{ ...all, slowTraces: 0, keptTraces: 5, keptSpans: 6 }]);
  },

  'deletes the spans that arrived in a range': async (telemetry) => {
    const spans = [1, 2, 3].map((n) => span(n, { receivedAtMs: n * 1000 }));
    await telemetry.append(batch(1, { spans: [...spans, span(9, { projectId: project(2) })] }));
    const deleteSpans = { fromMs: 1000, toMs: 3000 };
    for (const sequence of [2, 3]) {
      await telemetry.append(batch(sequence, { changes: [{ projectId, deleteSpans }] }));
      const of = { projectIds: [projectId, project(2)], traceId: eventIdOf(1), count: 9 };
      assert.deepEqual(pluck(readOutline(await telemetry.query('traceOutline', of)), 'spanId'), [
        spanIdOf(3),
        spanIdOf(9),
      ]);
    }
  },

  'counts and deletes the spans that name an end user': async (telemetry) => {
    const naming = (n: number, attributes: object) =>
      span(n, { userKey: 'id:1', attributes: JSON.stringify(attributes), startUs: n * 1500 });
    await telemetry.append(
      batch(1, {
        spans: [
          naming(1, { 's:user.id': '7' }),
          naming(2, { 's:user.id': '8', 's:user.email': 'Ada@example.com' }),
          naming(3, { 's:user.id': '77', 's:user.name': '7', 's:note': 'id:7' }),
          naming(4, {}),
          { ...naming(5, { 's:user.id': '7' }), projectId: project(2) },
        ],
      }),
    );
    const keys = { is: ['id:7'], isIgnoringCase: ['email:ada@example.com'] };
    const erasure = { projectId, delete: { eventIds: [], userKeys: { events: keys, sessions: keys } } };
    const sums = () => telemetry.query('spanSums', { projectId, ...keys });
    assert.deepEqual(await sums(), [{ spans: 2, firstAtMs: 1, lastAtMs: 3 }]);
    await telemetry.append(batch(2, { changes: [erasure] }));
    assert.deepEqual(await sums(), []);
    const of = { projectIds: [projectId, project(2)], traceId: eventIdOf(1), count: 9 };
    assert.deepEqual(pluck(readOutline(await telemetry.query('traceOutline', of)), 'spanId'), [3, 4, 5].map(spanIdOf));
  },

  'deletes every row after a sequence, and accepts the batch again': async (telemetry) => {
    const rows = (n: number) => ({
      events: [event(n)],
      attachments: [attachment()],
      sessions: [session('', { exited: 1 })],
      ledger: [cell('stored', 1)],
      spans: [span(n)],
    });
    await telemetry.append(batch(4, rows(1)));
    await telemetry.append(batch(9, rows(2)));
    assert.equal((await telemetry.identity()).appliedSequence, 9);
    await telemetry.truncateAfter(4);
    await telemetry.truncateAfter(4);
    assert.equal((await telemetry.identity()).appliedSequence, 4);
    const totals = async () => [
      await eventCountOf(telemetry),
      (await telemetry.query('attachmentsOfEvent', everyQuery['attachmentsOfEvent'])).length,
      (await telemetry.query('releaseSessionStats', { projectIds, environments, releases: [], range }))[0]!.sessions,
      (await telemetry.query('ledgerTotals', { projectIds, range }))[0]!.quantity,
    ];
    assert.deepEqual(await totals(), [1, 1, 1, 1]);
    await telemetry.append(batch(9, rows(2)));
    assert.deepEqual(await totals(), [2, 2, 2, 2]);
    await telemetry.truncateAfter(0);
    assert.equal(await eventCountOf(telemetry), 0);
  },

  'stores the ID it adopted and the applied sequence, even without rows of that sequence': async (telemetry) => {
    const fresh = { storeId: null, appliedSequence: 0, lastEntry: 0, damagedLog: null };
    assert.deepEqual(await telemetry.identity(), fresh);
    await telemetry.append({ ...batch(3, {}), lastEntry: 7 });
    assert.deepEqual(await telemetry.identity(), { ...fresh, appliedSequence: 3, lastEntry: 7 });
    await telemetry.append({ ...batch(4, {}), lastEntry: 5 });
    assert.deepEqual(await telemetry.identity(), { ...fresh, appliedSequence: 4, lastEntry: 7 });
    await telemetry.truncateAfter(3);
    assert.deepEqual(await telemetry.identity(), { ...fresh, appliedSequence: 3, lastEntry: 7 });
    await telemetry.adopt('a', 2);
    assert.deepEqual(await telemetry.identity(), { storeId: 'a', appliedSequence: 3, lastEntry: 7, damagedLog: null });
    await telemetry.adopt('a', 5);
    assert.deepEqual(await telemetry.identity(), { storeId: 'a', appliedSequence: 5, lastEntry: 7, damagedLog: null });
  },

  'changes stored events repeatedly, and returns the changes at once': async (telemetry) => {
    const elsewhere = event(1, { projectId: project(2), hash: 'a' });
    await telemetry.append(
      batch(1, { events: [event(1, { hash: 'a' }), event(2, { hash: 'a' }), event(3, { hash: 'b' }), elsewhere] }),
    );
    const counts = async () =>
      (await telemetry.query('issuesInRange', everyQuery['issuesInRange'])).map((row) => [row.issueId, row.events]);
    assert.deepEqual(await counts(), [[1, 3]]);
    const changes = [
      { projectId, hash: 'a', set: { issueId: issue(2) } },
      { projectId, eventId: eventIdOf(9), set: { title: 'nobody' } },
      { projectId, eventId: eventIdOf(3), set: { title: 'one' } },
      {
        projectId,
        eventId: eventIdOf(3),
        set: { title: 'two', culprit: 'there', hash: 'c', body: new Uint8Array([7, 8]) },
      },
    ];
    // The second time as after a crash; both hold for what comes in the same batch too.
    await telemetry.append(batch(2, { events: [event(4, { hash: 'a' })], changes }));
    assert.deepEqual(await counts(), [
      [1, 1],
      [2, 3],
    ]);
    await telemetry.truncateAfter(1);
    await telemetry.append(batch(2, { changes }));
    assert.deepEqual(await counts(), [
      [1, 1],
      [2, 2],
    ]);
    const [changed] = await telemetry.query('eventById', { projectId, eventId: eventIdOf(3), atMs: null });
    const { title, culprit, hash, body } = changed!;
    assert.deepEqual(
      { title, culprit, hash, body },
      { title: 'two', culprit: 'there', hash: 'c', body: new Uint8Array([7, 8]) },
    );
    const [other] = await telemetry.query('eventById', { projectId: project(2), eventId: eventIdOf(1), atMs: null });
    assert.equal(other!.issueId, 1);
    const known = await telemetry.query('knownEventIds', { projectId, eventIds: [1, 2, 3, 9].map(eventIdOf) });
    assert.equal(known.length, 3);
  },

  'moves events to the hash of their source map and back, also repeatedly': async (telemetry) => {
    const events = [1, 2, 3].map((n) => event(n, { hash: 'a', userKey: `id:${n % 2}`, title: `title ${n}` }));
    await telemetry.append(batch(1, { events: [...events, event(4, { hash: 'b' })] }));
    const mapped = [
      { projectId, eventId: eventIdOf(1), set: { mappedHash: 'x' } },
      { projectId, eventId: eventIdOf(2), set: { mappedHash: 'b' } },
      { projectId, eventId: eventIdOf(3), set: { mappedHash: 'x' } },
      { projectId, eventId: eventIdOf(4), set: { mappedHash: 'b' } },
    ];
    await telemetry.append(batch(2, { changes: mapped }));
    const offered = async () =>
      (await telemetry.query('groupsByMap', { projectId, issueId, count: 10 })).map((row) => [
        row.hash,
        row.mappedHash,
        row.events,
        row.users,
        row.title,
      ]);
    const asSent = [
      ['a', 'x', 2, 1, 'title 3'],
      ['a', 'b', 1, 1, 'title 2'],
    ];
    assert.deepEqual(await offered(), asSent);
    assert.equal((await telemetry.query('groupsByMap', { projectId, issueId, count: 1 })).length, 1);
    const homes = async () => {
      const heads = await Promise.all(
        [1, 2, 3, 4].map((n) => telemetry.query('eventById', { projectId, eventId: eventIdOf(n), atMs: null })),
      );
      return heads.flat().map(({ hash, issueId: of }) => [hash, of]);
    };
    const follow = [{ projectId, regroup: { from: 'a', to: 'x' }, set: { issueId: issue(2) } }];
    for (const sequence of [3, 4]) await telemetry.append(batch(sequence, { changes: follow }));
    const followed = [
      ['x', 2],
      ['a', 1],
      ['x', 2],
      ['b', 1],
    ];
    assert.deepEqual(await homes(), followed);
    assert.deepEqual(await offered(), asSent.slice(1));
    // What came with the hash by itself stays where it is.
    await telemetry.append(batch(5, { events: [event(5, { hash: 'x', issueId: issue(2) })] }));
    const unfollow = [{ projectId, undoRegroup: { from: 'a', to: 'x' }, set: { issueId } }];
    for (const sequence of [6, 7]) await telemetry.append(batch(sequence, { changes: unfollow }));
    assert.deepEqual(await homes(), [
      ['a', 1],
      ['a', 1],
      ['a', 1],
      ['b', 1],
    ]);
    assert.deepEqual(await offered(), asSent);
    const [own] = await telemetry.query('eventById', { projectId, eventId: eventIdOf(5), atMs: null });
    assert.deepEqual([own!.hash, own!.issueId], ['x', 2]);
  },

  'changes nothing if the batch fails': async (telemetry) => {
    await telemetry.append(batch(1, { events: [event(1)] }));
    const changes = [{ projectId, hash: 'h1', set: { issueId: issue(2) } }];
    await assert.rejects(telemetry.append(batch(2, { changes, ledger: [cell('stored', 0.5)] })));
    const set = { issueId: 1.5 as typeof issueId };
    await assert.rejects(telemetry.append(batch(2, { changes: [...changes, { projectId, hash: 'h1', set }] })));
    assert.equal((await telemetry.query('issueSums', everyQuery['issueSums']))[0]?.events, 1);
  },

  'returns the hashes of an issue, and a summary of the issue': async (telemetry) => {
    await telemetry.append(
      batch(1, {
        events: [
          event(1, { hash: 'a', userKey: 'id:1', release: '', title: 'old' }),
          event(2, { hash: 'a', userKey: 'id:1', title: 'newest of a' }),
          event(3, { hash: 'b', userKey: 'id:1' }),
          event(4, { hash: 'a', userKey: 'id:2', release: '2.0.0', atMs: 1000, title: 'oldest' }),
          event(5, { hash: 'z', issueId: issue(2) }),
        ],
      }),
    );
    assert.deepEqual(await telemetry.query('hashesOfIssue', { projectId, issueId }), [
      {
        hash: 'a',
        events: 3,
        users: 2,
        firstSeenAtMs: 1000,
        lastSeenAtMs: 1002,
        eventId: eventIdOf(2),
        title: 'newest of a',
      },
      {
        hash: 'b',
        events: 1,
        users: 1,
        firstSeenAtMs: 1003,
        lastSeenAtMs: 1003,
        eventId: eventIdOf(3),
        title: 'Error: no',
      },
    ]);
    const [sums] = await telemetry.query('issueSums', { projectId, issueIds: [issueId, issue(7)] });
    const releases = { firstRelease: '2.0.0', lastRelease: '1.0.0' };
    assert.deepEqual(sums, {
      issueId: 1,
      events: 4,
      firstSeenAtMs: 1000,
      lastSeenAtMs: 1003,
      ...releases,
      eventId: eventIdOf(3),
    });
    assert.deepEqual(await telemetry.query('issueEndUsers', { projectId, issueId }), [
      { userKey: 'id:1' },
      { userKey: 'id:2' },
    ]);
  },

  'returns when and in which releases an issue was seen, by environment': async (telemetry) => {
    await telemetry.append(
      batch(1, {
        events: [
          event(1, { environment: 'production', release: '1.0.0', atMs: 1000, userKey: 'id:1' }),
          event(2, { environment: 'production', release: '2.0.0', atMs: 3000, userKey: 'id:1' }),
          event(3, { environment: 'production', release: '', atMs: 4000, userKey: '' }),
          event(4, { environment: '', release: '', atMs: 500, userKey: 'id:2' }),
          event(5, { environment: 'staging', issueId: issue(2) }),
        ],
      }),
    );
    assert.deepEqual(await telemetry.query('issueEnvironments', { projectId, issueId }), [
      {
        environment: '',
        events: 1,
        users: 1,
        firstSeenAtMs: 500,
        lastSeenAtMs: 500,
        firstRelease: '',
        lastRelease: '',
      },
      {
        environment: 'production',
        events: 3,
        users: 1,
        firstSeenAtMs: 1000,
        lastSeenAtMs: 4000,
        firstRelease: '1.0.0',
        lastRelease: '2.0.0',
      },
    ]);
  },

  'stores nothing of a failed batch, and continues': async (telemetry) => {
    const events = Array.from({ length: 3000 }, (_, n) => event(n));
    await assert.rejects(telemetry.append(batch(1, { events: [...events, event(3001, { atMs: 1.5 })] })));
    await assert.rejects(telemetry.append(batch(1, { events, ledger: [cell('stored', 1), cell('stored', 0.5)] })));
    assert.equal(await eventCountOf(telemetry), 0);
    await telemetry.append(batch(1, { events: [event(1)], ledger: [cell('stored', 1)] }));
    assert.equal(await eventCountOf(telemetry), 1);
    assert.equal((await telemetry.query('ledgerTotals', { projectIds, range }))[0]!.quantity, 1);
  },

  'answers queries during an append, never with half a batch': async (telemetry) => {
    let appended = false;
    const appends = (async () => {
      for (let sequence = 1; sequence <= 20; sequence += 1) {
        await telemetry.append(
          batch(sequence, { events: Array.from({ length: 50 }, (_, n) => event(sequence * 50 + n)) }),
        );
      }
      appended = true;
    })();
    while (!appended) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => eventCountOf(telemetry)));
      for (const events of answers) assert.equal(events % 50, 0);
    }
    await appends;
    assert.equal(await eventCountOf(telemetry), 1000);
  },

  'accepts batches that are appended concurrently': async (telemetry) => {
    await Promise.all([1, 2, 3, 4].map((sequence) => telemetry.append(batch(sequence, { events: [event(sequence)] }))));
    assert.equal(await eventCountOf(telemetry), 4);
  },

  'refuses queries after it is closed, and can be closed twice': async (telemetry) => {
    await telemetry.append(batch(1, { events: [event(1)] }));
    await telemetry.close();
    await telemetry.close();
    const closed = { message: 'the telemetry store is closed' };
    for (const name of queryNames) await assert.rejects(telemetry.query(name, everyQuery[name]), closed);
    await assert.rejects(telemetry.append(batch(2, {})), closed);
    await assert.rejects(telemetry.truncateAfter(1), closed);
    await assert.rejects(telemetry.space(), closed);
  },
};

/** The contract of every telemetry store, runnable on any engine (and on broken ones, in tests/canaries). */
export const telemetryConformance = Object.fromEntries(
  Object.entries(promises).map(([promise, check]) => [promise, async (open: OpenTelemetry) => check(await open())]),
);

const nowhere = { previous: null, next: null, first: null, last: null };
