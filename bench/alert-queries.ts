import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import {
  lastWindowEnd,
  stepOf,
  type AlertMetric,
  type FrequencyCondition,
  type MetricCondition,
} from '../packages/server/src/domain/alerts/conditions.ts';
import type { AlertTrigger } from '../packages/server/src/domain/alerts/triggers.ts';
import type { Range } from '../packages/server/src/store/telemetry/queries/query.ts';
import { lastWeek } from '../packages/server/src/domain/notifications/week.ts';
import { frequentIssues } from '../packages/server/src/query/alerts/frequency.ts';
import { measure } from '../packages/server/src/query/alerts/measure.ts';
import { alertPreview } from '../packages/server/src/query/alerts/preview.ts';
import { measureRelease } from '../packages/server/src/query/releases/measure-release.ts';
import { weekStats } from '../packages/server/src/query/stats/week.ts';
import { openState, openStores, storesIn } from '../packages/server/src/store/open.ts';
import { owner, queryDeps } from './query-deps.ts';
import { quantiles } from './results.ts';
import { seed } from './seed.ts';

/**
 * What alerts and reports ask a store with many events of one project: the evaluation of a rule, the preview of one, the
 * measurement of a release, a weekly report. Prints the durations and the processor time, beside a count of the same events
 * without anything else, the ceiling.
 * `node scripts/pinned.mjs bench/alert-queries.ts [--events 4000000] [--users 200000] [--rounds 10] [--in folder]`
 * `--in` keeps the stores in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '4000000' },
    users: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '10' },
    in: { type: 'string' },
  },
});
const rounds = Number(options.rounds);

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const folder = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
await mkdir(folder, { recursive: true });
const filled = join(folder, 'filled');
const [organizationId, projectId] = [1 as OrganizationId, 1 as ProjectId];
if (!existsSync(filled)) await fill();
const nowMs = Number(await readFile(filled, 'utf8'));

const stores = await openStores(storesIn(folder));
const { state, telemetry } = stores;
try {
  const project = (await state.projectById(projectId))!;
  const deps = await queryDeps(stores, nowMs);
  const ofMetric = (metric: AlertMetric, windowMs: number): MetricCondition => ({
    kind: 'metric',
    metric,
    windowMs,
    comparison: 'value',
    direction: metric.startsWith('crash-free') ? 'below' : 'above',
    critical: 50,
    warning: null,
    resolve: null,
    firesWithoutData: false,
    reportsEnd: false,
    reminderMs: null,
  });
  const lastStep = (windowMs: number): Range => {
    const toMs = lastWindowEnd({ windowMs }, nowMs);
    return { fromMs: toMs - stepOf(windowMs), toMs };
  };
  const evaluated = (metric: AlertMetric, windowMs: number, query = '') => {
    const rule = { query, environments: [], condition: ofMetric(metric, windowMs) };
    return measure(deps, project, rule, lastStep(windowMs));
  };
  const frequent = (triggerKind: 'event-frequency' | 'user-frequency', windowMs: number) => {
    const condition: FrequencyCondition = { kind: 'frequency', windowMs, count: 100, increase: 50 };
    return frequentIssues(deps, project, { triggerKind, environments: [], condition }, lastStep(windowMs));
  };
  const previewed = (trigger: AlertTrigger, condition: MetricCondition | FrequencyCondition) => {
    const rule = { trigger, query: '', environments: [], condition, repeatMs: DAY_MS, schedule: null };
    return alertPreview(deps, owner, 'shop', rule);
  };
  const measured = (windowMs: number) => {
    const release = { projectId, version: 'shop@1.19.0', environment: 'production' };
    return measureRelease(deps, { ...release, startedAtMs: nowMs - windowMs }, windowMs);
  };
  /** What any answer costs at least: one pass over the same events that counts them and their users. */
  const counted = (ms: number) => {
    const scope = { projectIds: [projectId], environments: [], where: null };
    const range = { fromMs: nowMs - ms, toMs: nowMs };
    return telemetry.query('eventGroups', { ...scope, range, by: [], order: null, offset: 0, count: 1 });
  };
  const week = { projectIds: [projectId], requestedBy: 1 as UserId, week: lastWeek('UTC', nowMs), issueCount: 5 };
  const frequency = { kind: 'frequency' as const, count: 100, increase: null };
  const tasks: Record<string, () => Promise<unknown>> = {
    'ceiling: events and users, 1 hour': () => counted(HOUR_MS),
    'evaluate events, 1 hour': () => evaluated('events', HOUR_MS),
    'evaluate users, 1 hour': () => evaluated('users', HOUR_MS),
    'ceiling: events and users, 24 hours': () => counted(DAY_MS),
    'evaluate events, 24 hours': () => evaluated('events', DAY_MS),
    'evaluate users, 24 hours': () => evaluated('users', DAY_MS),
    'evaluate users of a tag, 24 hours': () => evaluated('users', DAY_MS, 'plan:team'),
    'evaluate events per issue, 24 hours': () => frequent('event-frequency', DAY_MS),
    'evaluate users per issue, 24 hours': () => frequent('user-frequency', DAY_MS),
    'measure a release, 1 hour': () => measured(HOUR_MS),
    'measure a release, 24 hours': () => measured(DAY_MS),
    'ceiling: events and users, 14 days': () => counted(14 * DAY_MS),
    'preview events, 5 minutes': () => previewed('metric', ofMetric('events', 5 * MINUTE_MS)),
    'preview users, 24 hours': () => previewed('metric', ofMetric('users', DAY_MS)),
    'preview events per issue, 1 hour': () => previewed('event-frequency', { ...frequency, windowMs: HOUR_MS }),
    'preview users per issue, 24 hours': () => previewed('user-frequency', { ...frequency, windowMs: DAY_MS }),
    'weekly report': () => weekStats(deps, week),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, run] of Object.entries(tasks)) {
    await run();
    const ms: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++) {
      const startMs = performance.now();
      await run();
      ms.push(performance.now() - startMs);
    }
    const { user, system } = process.cpuUsage(before);
    table[name] = { ...quantiles(ms), processor: Math.round((user + system) / 1000 / rounds) };
  }
  console.table(table);
} finally {
  await stores.close();
  if (options.in === undefined) await rm(folder, { recursive: true });
}

async function fill(): Promise<void> {
  const state = await openState(storesIn(folder));
  await state.write(async (tx) => {
    await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 1 });
    await tx.createProject({ organizationId, slug: 'shop', name: 'Shop', platform: 'javascript', createdAtMs: 1 });
    await tx.createUser({ email: 'ada@example.com', name: 'Ada', passwordHash: null, createdAtMs: 1 });
  });
  await state.close();
  const nowMs = Date.now();
  await seed(folder, { organizationId, projectId }, Number(options.events), Number(options.users));
  await writeFile(filled, String(nowMs));
}
