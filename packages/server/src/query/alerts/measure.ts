import { categoryOf, type ItemKind } from '@seismo/protocol';
import { comparisons, stepOf, type AlertMetric, type MetricCondition } from '#domain/alerts/conditions.ts';
import type { Measured } from '#domain/alerts/levels.ts';
import type { AlertRule, Project } from '#store/state/contract.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { numberOf, spanTableFieldNamed } from '../spans/fields.ts';
import { compileRuleQuery, compileRuleSpanQuery } from './matching.ts';

export type MeasuredRule = Pick<AlertRule, 'query' | 'environments'> & { condition: MetricCondition };

interface Sums {
  value: number | null;
  hasData: boolean;
}

const nothing: Sums = { value: 0, hasData: false };
const noShare: Sums = { value: null, hasData: false };

/**
 * A metric in the windows that end in the range, after its beginning and at its end or before: the code behind an evaluation, which
 * is one window, and behind a preview.
 */
export async function measure(
  deps: QueryDeps,
  project: Project,
  rule: MeasuredRule,
  range: Range,
): Promise<(untilMs: number) => Measured> {
  const { metric, windowMs, comparison } = rule.condition;
  const offsetMs = comparisons[comparison].offsetMs(windowMs);
  const read = (shiftMs: number) =>
    sums[metric](deps, project, rule, { fromMs: range.fromMs - shiftMs, toMs: range.toMs - shiftMs });
  const [now, before] = await Promise.all([read(0), comparison === 'value' ? null : read(offsetMs)]);
  return (untilMs) => {
    const { value, hasData } = now(untilMs);
    // A project that is younger than the window is not silent yet.
    return {
      value,
      hasData: hasData || project.createdAtMs > untilMs - windowMs,
      before: before ? before(untilMs - offsetMs).value : null,
    };
  };
}

type Read = (deps: QueryDeps, project: Project, rule: MeasuredRule, range: Range) => Promise<(untilMs: number) => Sums>;

const sums: Record<AlertMetric, Read> = {
  events: (...args) => eventSums(...args, 'events'),
  users: (...args) => eventSums(...args, 'users'),
  async 'crash-free-sessions'({ telemetry }, { id }, { environments, condition: { windowMs } }, range) {
    const bucketMs = stepOf(windowMs);
    const rows = await telemetry.query('releaseSessionSeries', {
      projectIds: [id],
      environments,
      releases: [],
      range: { fromMs: range.fromMs + bucketMs - windowMs, toMs: range.toMs },
      bucketMs,
    });
    const all = rows.map(({ bucketAtMs, sessions, crashed }) => ({
      bucketAtMs,
      part: sessions - crashed,
      of: sessions,
    }));
    return shares(all, windowMs);
  },
  'filtered-events': (...args) => outcomeShares(...args, (outcome) => outcome === 'filtered'),
  'dropped-events': (...args) => outcomeShares(...args, (outcome) => droppedOutcomes.has(outcome)),
  spans: spanValues,
};

/** Not `duplicate`: the event itself was stored. */
const droppedOutcomes: ReadonlySet<string> = new Set(['limited', 'invalid', 'too-large', 'unsupported', 'failed']);
const countedOutcomes: ReadonlySet<string> = new Set(['stored', 'filtered', ...droppedOutcomes]);

async function eventSums(
  deps: QueryDeps,
  project: Project,
  { query, environments, condition: { windowMs } }: MeasuredRule,
  range: Range,
  of: 'events' | 'users',
): Promise<(untilMs: number) => Sums> {
  const stepMs = stepOf(windowMs);
  const rows = await deps.telemetry.query('eventWindows', {
    projectIds: [project.id],
    environments,
    where: await compileRuleQuery(deps, project, query),
    range,
    windowMs,
    stepMs,
    byIssue: false,
    issueIds: null,
    countsUsers: of === 'users',
    eventsMin: 1,
    usersMin: 0,
    count: Math.ceil((range.toMs - range.fromMs) / stepMs) + 1,
  });
  const byEnd = new Map(rows.map((row) => [row.untilMs, row[of]]));
  return (untilMs) => {
    const value = byEnd.get(untilMs);
    return value === undefined ? nothing : { value, hasData: true };
  };
}

/**
 * By when spans start. A percentile of overlapping windows cannot be put together from their steps, so windows that do not
 * overlap are read together: one query for an evaluation, as many as a window has steps for a preview.
 */
async function spanValues(
  deps: QueryDeps,
  project: Project,
  { query, environments, condition: { aggregate = 'count()', windowMs } }: MeasuredRule,
  range: Range,
): Promise<(untilMs: number) => Sums> {
  const axis = spanTableFieldNamed(aggregate);
  if (typeof axis === 'string' || axis.kind === 'field') throw new Error(`A rule cannot measure ${aggregate}.`);
  const condition = await compileRuleSpanQuery(deps, project, query);
  const byEnd = new Map<number, number>();
  for (const lastMs of lastEnds(range, windowMs)) {
    const count = Math.ceil((lastMs - range.fromMs) / windowMs);
    const rows = await deps.telemetry.query('spanAggregates', {
      projectIds: [project.id],
      environments,
      range: { fromMs: lastMs - count * windowMs, toMs: lastMs },
      condition,
      by: [{ windowMs, untilMs: lastMs }],
      measures: [axis.measure],
      order: null,
      offset: 0,
      count,
    });
    for (const { keys, values } of rows) {
      const [endUs, value] = [Number(keys[0]), values[0]!];
      if (value !== null)
        byEnd.set(endUs / 1000, axis.type === 'percentage' ? percentOf(value) : numberOf(axis, value, windowMs));
    }
  }
  const isCount = axis.measure.of === 'count';
  return (untilMs) => {
    const value = byEnd.get(untilMs);
    if (value === undefined || (isCount && value === 0)) return isCount ? nothing : noShare;
    return { value, hasData: true };
  };
}

/** 0.07 is 7 and not 7.000000000000001, which would cross a threshold of 7. */
const percentOf = (share: number): number => Number((share * 100).toPrecision(12));

/** The last ends of windows in the range that do not overlap each other: every end is a multiple of the window before one of these. */
function lastEnds({ fromMs, toMs }: Range, windowMs: number): number[] {
  const stepMs = stepOf(windowMs);
  const ends = Array.from({ length: windowMs / stepMs }, (_, index) => toMs - (toMs % stepMs) - index * stepMs);
  return ends.filter((endMs) => endMs > fromMs);
}

async function outcomeShares(
  { telemetry }: QueryDeps,
  { id }: Project,
  { condition: { windowMs } }: MeasuredRule,
  range: Range,
  isPart: (outcome: string) => boolean,
): Promise<(untilMs: number) => Sums> {
  const bucketMs = stepOf(windowMs);
  const within = { projectIds: [id], range: { fromMs: range.fromMs + bucketMs - windowMs, toMs: range.toMs } };
  const kinds = await telemetry.query('ledgerTotals', within);
  const found = await Promise.all(
    kinds
      .filter(({ itemKind, outcome }) => categoryOf(itemKind as ItemKind) === 'error' && countedOutcomes.has(outcome))
      .map(async ({ itemKind, outcome, reason }) => {
        const cells = { ...within, bucketMs, itemKind, outcome, reason };
        const rows = await telemetry.query('ledgerOutcomeSeries', cells);
        return rows.map(({ bucketAtMs, quantity }) => {
          return { bucketAtMs, part: isPart(outcome) ? quantity : 0, of: quantity };
        });
      }),
  );
  return shares(found.flat(), windowMs);
}

interface Part {
  bucketAtMs: number;
  part: number;
  of: number;
}

/** In percent. */
function shares(parts: readonly Part[], windowMs: number): (untilMs: number) => Sums {
  const stepMs = stepOf(windowMs);
  const byBucket = new Map<number, Part>();
  for (const { bucketAtMs, part, of } of parts) {
    const known = byBucket.get(bucketAtMs) ?? { bucketAtMs, part: 0, of: 0 };
    byBucket.set(bucketAtMs, { bucketAtMs, part: known.part + part, of: known.of + of });
  }
  return (untilMs) => {
    let [part, of] = [0, 0];
    for (let atMs = untilMs - windowMs; atMs < untilMs; atMs += stepMs) {
      part += byBucket.get(atMs)?.part ?? 0;
      of += byBucket.get(atMs)?.of ?? 0;
    }
    return of === 0 ? noShare : { value: percentOf(part / of), hasData: true };
  };
}
