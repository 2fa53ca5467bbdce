import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EventId, IssueId, OrganizationId, ProjectId } from '@seismo/protocol';
import type { EventRow, Telemetry } from '../packages/server/src/store/telemetry/contract.ts';
import { openStores, storesIn } from '../packages/server/src/store/open.ts';
import type { QueryParams, QueryName } from '../packages/server/src/store/telemetry/queries/index.ts';
import type { Range } from '../packages/server/src/store/telemetry/queries/query.ts';
import { chance, quantiles, upTo } from './results.ts';

/**
 * The telemetry store alone: fills a new one in batches of 500 through its contract, runs each query idle and again during
 * 500 events a second, and prints durations and the processor time of the whole process.
 * `node bench/telemetry.ts [--events 1000000] [--rounds 40]`
 */
const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '40' } },
});
const eventCount = Number(options.events);
const rounds = Number(options.rounds);

const BATCH = 500;
const PROJECTS = 10;
const ISSUES = 20_000;
const DAY_MS = 86_400_000;
const fromMs = Date.now() - 14 * DAY_MS;
const stepMs = (14 * DAY_MS) / eventCount;

/** Deterministic rows, except for incompressible bodies. The square makes some issues frequent: the first has 0.7 %. */
function eventRow(n: number): EventRow {
  const issue = Math.floor(ISSUES * chance() ** 2);
  const user = upTo(50_000);
  const release = `shop@${1 + Math.floor((n / eventCount) * 30)}.0.0`;
  const [browser, os, page] = [upTo(12), upTo(8), upTo(300)];
  return {
    organizationId: 1 as OrganizationId,
    projectId: (1 + (issue % PROJECTS)) as ProjectId,
    issueId: (1 + issue) as IssueId,
    hash: String(issue),
    eventId: randomBytes(16).toString('hex') as EventId,
    atMs: Math.round(fromMs + n * stepMs) - upTo(5000),
    receivedAtMs: Math.round(fromMs + n * stepMs),
    level: 'error',
    platform: 'javascript',
    environment: chance() < 0.8 ? 'production' : 'staging',
    release,
    dist: '',
    transaction: `/shop/page/${page}`,
    userKey: chance() < 0.1 ? '' : `email:person.${user}@example.org`,
    handled: chance() < 0.5,
    title: `TypeError: cannot read properties of undefined (reading 'field${issue}')`,
    culprit: `src/features/part${issue % 97}/view${issue}.tsx in render`,
    traceId: randomBytes(16).toString('hex'),
    // Most events have none.
    digest: n % 100 === 0 ? String(n % 20_000) : '',
    tags: {
      browser: `Browser ${browser}.0.${browser * 7}`,
      'browser.name': `Browser ${browser}`,
      'client_os.name': `System ${os}`,
      client_os: `System ${os} 10.${os}`,
      device: `Device ${upTo(40)}`,
      environment: 'production',
      release,
      handled: 'yes',
      mechanism: 'onerror',
      url: `https://shop.example.org/shop/page/${page}?q=${upTo(100_000)}`,
      user: `email:person.${user}@example.org`,
      customer_tier: `tier ${upTo(5)}`,
    },
    maps: { mapped: 0, errors: {}, unmappedDebugIds: [] },
    attributes: { 'user.email': `person.${user}@example.org`, 'http.method': 'GET' },
    body: randomBytes(1000),
  };
}

let sequence = 0;
let written = 0;
const recentIds: EventId[] = [];
async function appendNext(telemetry: Telemetry): Promise<number> {
  const events = Array.from({ length: BATCH }, () => eventRow(written++));
  for (const event of events.slice(0, 2)) recentIds.push(event.eventId);
  sequence += 1;
  const startMs = performance.now();
  const minute = Math.floor(events[0]!.receivedAtMs / 60_000) * 60_000;
  await telemetry.append({
    sequence,
    rows: {
      events,
      ledger: ['received', 'stored'].map((outcome) => ({
        organizationId: 1 as OrganizationId,
        projectId: 1 as ProjectId,
        atMs: minute,
        keyId: 1,
        itemKind: 'event',
        outcome,
        reason: '',
        quantity: BATCH,
      })),
    },
    changes: [],
  });
  return performance.now() - startMs;
}

const projectIds = Array.from({ length: PROJECTS }, (_, index) => (1 + index) as ProjectId);
const frequent = { projectId: 1 as ProjectId, issueId: 1 as IssueId };
const shown = Array.from({ length: 25 }, () => (1 + upTo(2000)) as IssueId);
const every = Array.from({ length: ISSUES }, (_, index) => (1 + index) as IssueId);
const all = { fromMs, toMs: fromMs + 30 * DAY_MS };
const day = { fromMs: fromMs + 13 * DAY_MS, toMs: all.toMs };
/** A new range for every call, so that no cache can answer. */
const anew = ({ fromMs, toMs }: Range): Range => ({ fromMs: fromMs + upTo(100_000), toMs });
const none = { environments: [], releases: [], where: null };
const someId = () => recentIds[upTo(recentIds.length)]!;
const everyId = () =>
  Array.from({ length: BATCH }, (_, n) => (n % 50 ? (randomBytes(16).toString('hex') as EventId) : someId()));

type Asking = { [Name in QueryName]: readonly [string, Name, () => QueryParams[Name]] }[QueryName];
const askings: Asking[] = [
  ['500 ids', 'knownEventIds', () => ({ projectId: 1 as ProjectId, eventIds: everyId() })],
  ['', 'eventById', () => ({ projectId: (1 + upTo(PROJECTS)) as ProjectId, eventId: someId(), atMs: null })],
  ['', 'findEvent', () => ({ projectIds, eventId: someId() })],
  [
    'frequent issue',
    'eventsOfIssue',
    () => ({ ...frequent, environments: [], range: null, where: null, before: null, count: 50 }),
  ],
  [
    'frequent issue',
    'eventNeighbors',
    () => ({ ...frequent, environments: [], range: null, where: null, at: { atMs: day.fromMs, eventId: someId() } }),
  ],
  ['', 'eventsOfProject', () => ({ projectId: 3 as ProjectId, where: null, before: null, count: 50 })],
  [
    'a digest, 10 projects',
    'linkedEvents',
    () => ({
      projectIds,
      where: { column: 'digest' as const, is: [String(100 * upTo(200))] },
      before: null,
      count: 41,
    }),
  ],
  [
    'a trace, 10 projects',
    'linkedEvents',
    () => ({ projectIds, where: { traceId: 'ab'.repeat(16) }, before: null, count: 41 }),
  ],
  ['frequent issue', 'tagsOfIssue', () => ({ ...frequent, range: null, valuesPerTag: 10 })],
  [
    'rare issue',
    'tagsOfIssue',
    () => ({ projectId: 10 as ProjectId, issueId: 15_000 as IssueId, range: null, valuesPerTag: 10 }),
  ],
  ['24 h, 10 projects', 'issuesInRange', () => ({ projectIds, ...none, range: anew(day), sinceSequence: null })],
  ['14 d, 10 projects', 'issuesInRange', () => ({ projectIds, ...none, range: anew(all), sinceSequence: null })],
  ['14 d, asked again', 'issuesInRange', () => ({ projectIds, ...none, range: all, sinceSequence: null })],
  [
    '14 d, 1 project',
    'issuesInRange',
    () => ({ projectIds: [1 as ProjectId], ...none, range: anew(all), sinceSequence: null }),
  ],
  ['25 issues, 14 d', 'issueUsers', () => ({ projectIds, issueIds: shown, ...none, range: all })],
  ['20,000 issues, 14 d', 'issueUsers', () => ({ projectIds, issueIds: every, ...none, range: all })],
  ['25 issues, 14 d', 'issueSeries', () => ({ projectIds, issueIds: shown, ...none, range: all, bucketMs: DAY_MS })],
  ['25 issues, 14 d', 'issueStats', () => ({ projectIds, issueIds: shown, ...none, range: all, bucketMs: DAY_MS })],
  [
    'by issue, 14 d',
    'eventGroups',
    () => ({
      projectIds,
      environments: [],
      where: null,
      range: all,
      by: [{ number: 'issueId' as const }],
      order: { measure: 'events' as const, descending: true },
      offset: 0,
      count: 100,
    }),
  ],
  ['14 d', 'ledgerTotals', () => ({ projectIds, range: all })],
];

interface Took {
  ms: number[];
  cpuMs: number;
}

async function askAll(telemetry: Telemetry): Promise<Map<string, Took>> {
  const took = new Map<string, Took>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [about, name, ask] of askings) {
      const asked = ask();
      const cpu = process.cpuUsage();
      const startMs = performance.now();
      await telemetry.query(name, asked);
      const ms = performance.now() - startMs;
      const { user, system } = process.cpuUsage(cpu);
      const key = `${name} ${about}`.trim();
      const sums = took.get(key) ?? { ms: [], cpuMs: 0 };
      took.set(key, { ms: [...sums.ms, ms], cpuMs: sums.cpuMs + (user + system) / 1000 / rounds });
    }
  }
  return took;
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
let rssMax = 0;
const watchRss = setInterval(() => (rssMax = Math.max(rssMax, process.memoryUsage.rss())), 20);
const rss = () => {
  const max = megabytes(Math.max(rssMax, process.memoryUsage.rss()));
  rssMax = 0;
  return max;
};

const folder = await mkdtemp(join(tmpdir(), 'seismo-bench-'));
const stores = await openStores(storesIn(folder));
const { telemetry } = stores;
try {
  const filling: number[] = [];
  const table: Record<string, Record<string, number>> = {};
  while (written < eventCount) filling.push(await appendNext(telemetry));
  table['append, without pause'] = { ...quantiles(filling), 'rss MB': rss() };

  for (const [key, { ms, cpuMs }] of await askAll(telemetry)) {
    table[`quiet: ${key}`] = { ...quantiles(ms), 'cpu ms': Math.round(cpuMs) };
  }
  table['quiet: all'] = { 'rss MB': rss() };

  const loaded: number[] = [];
  let asking = true;
  const appends = (async () => {
    for (let next = performance.now(); asking; next += 1000) {
      loaded.push(await appendNext(telemetry));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next + 1000 - performance.now())));
    }
  })();
  const answers = await askAll(telemetry);
  asking = false;
  await appends;
  for (const [key, { ms }] of answers) table[`loaded: ${key}`] = quantiles(ms);
  table['append, 500 a second'] = { ...quantiles(loaded), 'rss MB': rss() };
  table['bytes per event'] = { p50: Math.round((await telemetry.space()).bytes / written) };
  console.table(table);
} finally {
  clearInterval(watchRss);
  await stores.close();
  await rm(folder, { recursive: true });
}
