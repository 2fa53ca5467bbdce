import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { inOrder } from '#domain/releases/order.ts';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import { namedCondition, spanKinds } from '#domain/spans/span-kind.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { SpanMeasure } from '#store/telemetry/queries/span-aggregates.ts';
import type { QueryDeps } from '../deps.ts';
import { issuesOf, linkedRows } from '../events/linked-events.ts';
import { projectNamed, projectsNamed } from '../projects/projects.ts';
import { bucketsAround } from '../range.ts';
import { orProblem } from '../search/or-problem.ts';
import { changeOf, comparedRange, groupView } from './group-views.ts';
import type { PerformanceGroupFilter, PerformanceGroupView, ReleaseSpeed, SpanExample } from './views.ts';

type Scope = Pick<QueryParams['spanGroups'], 'projectIds' | 'environments' | 'range' | 'condition'>;
type Loaded = Pick<PerformanceGroupView, 'group' | 'series' | 'releases' | 'examples' | 'issues'>;

/** One page, endpoint or query: over time, by release, with examples and the errors in their traces. */
export async function performanceGroup(
  deps: QueryDeps,
  viewer: Viewer,
  { kind, project: slug, service, name, environments, range }: PerformanceGroupFilter,
): Promise<PerformanceGroupView> {
  const project = await projectNamed(deps, viewer, 'event:read', slug);
  const compared = comparedRange(range, deps.clock.now());
  const { current, both } = compared;
  const { naming } = spanKinds[kind];
  const scope: Scope = {
    projectIds: [project.id],
    environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    range: current,
    condition: namedCondition(spanKinds[kind], { name, service }),
  };
  const newReleases = (await deps.state.listReleases(project.id))
    .filter(({ firstSeenAtMs }) => firstSeenAtMs >= current.fromMs && firstSeenAtMs < current.toMs)
    .slice(0, limits.RELEASE_MARK_COUNT_MAX)
    .map(({ version, firstSeenAtMs }) => ({ version, atMs: firstSeenAtMs }))
    .reverse();
  const found = await orProblem('', async (): Promise<Loaded> => {
    const [[row], [first], series, releases] = await Promise.all([
      deps.telemetry.query('spanGroups', {
        ...scope,
        range: both,
        naming,
        current: { number: 'startUs', comparison: '>=', value: current.fromMs * 1000 },
        count: 1,
      }),
      deps.telemetry.query('firstSpans', { projectIds: [project.id] }),
      seriesOf(deps, scope),
      releasesOf(deps, project, { ...scope, range: both }, naming),
    ]);
    const { slowest, typical, failed } = await samplesOf(deps, scope, row?.currentP50 ?? null);
    const traces = [...slowest, ...failed].map(({ traceId }) => traceId);
    return {
      group: row ? groupView(spanKinds[kind], row, project, compared, first) : null,
      series,
      releases,
      examples: { slowest: exampleViews(slowest), typical: exampleViews(typical), failed: exampleViews(failed) },
      issues: await issuesOfTraces(deps, viewer, [...new Set(traces)]),
    };
  });
  const loaded = 'problem' in found ? empty : found.plan;
  return {
    project: { slug: project.slug, name: project.name },
    newReleases,
    ...loaded,
    problem: 'problem' in found ? found.problem : null,
  };
}

const empty: Loaded = {
  group: null,
  series: { fromMs: 0, bucketMs: 1, counts: [], failed: [], p50: [], p75: [], p95: [] },
  releases: [],
  examples: { slowest: [], typical: [], failed: [] },
  issues: [],
};

const percentile = (percent: 50 | 75 | 95): SpanMeasure => ({
  of: 'percentile',
  percent,
  value: { number: 'durationUs' },
});
const measures: SpanMeasure[] = [
  { of: 'count', values: null },
  { of: 'failureRate' },
  percentile(50),
  percentile(75),
  percentile(95),
];

async function seriesOf({ telemetry }: QueryDeps, scope: Scope): Promise<Loaded['series']> {
  const { fromMs, toMs, bucketMs } = bucketsAround(scope.range);
  const length = (toMs - fromMs) / bucketMs;
  const rows = await telemetry.query('spanAggregates', {
    ...scope,
    by: [{ bucketMs }],
    measures,
    order: null,
    offset: 0,
    count: length,
  });
  const byBucket = new Map(rows.map(({ keys, values }) => [Number(keys[0]) / 1000, values]));
  const buckets = Array.from({ length }, (_, index) => byBucket.get(fromMs + index * bucketMs) ?? [0, 0]);
  return {
    fromMs,
    bucketMs,
    counts: buckets.map(([count]) => count!),
    failed: buckets.map(([count, failureRate]) => Math.round(count! * failureRate!)),
    p50: buckets.map((values) => values[2] ?? null),
    p75: buckets.map((values) => values[3] ?? null),
    p95: buckets.map((values) => values[4] ?? null),
  };
}

/** The newest releases, the first compared with the one before. */
async function releasesOf(
  { telemetry, state }: QueryDeps,
  project: Project,
  scope: Scope,
  naming: QueryParams['spanGroups']['naming'],
): Promise<ReleaseSpeed[]> {
  const rows = await telemetry.query('spanAggregates', {
    ...scope,
    condition: { all: [scope.condition, { not: { column: 'release', is: [''] } }] },
    by: [{ column: 'release' }],
    measures: [...measures, { of: 'min', value: { number: 'startUs' } }],
    order: { measure: 0, descending: true },
    offset: 0,
    count: limits.SPAN_GROUP_RELEASE_COUNT_MAX,
  });
  const versions = rows.map(({ keys }) => String(keys[0]));
  const seen = await state.releaseEventStats([project.id], versions);
  const newest = inOrder(
    rows.map(({ values: [count, failureRate, p50, p75, p95, startUs] }, index) => {
      const version = versions[index]!;
      const firstSeenAtMs = seen.find((each) => each.version === version)?.firstSeenAtMs ?? startUs! / 1000;
      return {
        version,
        firstSeenAtMs,
        count: count!,
        failureRate: failureRate!,
        p50: p50!,
        p75: p75!,
        p95: p95!,
        speed: null,
        failures: null,
      };
    }),
  )
    .reverse()
    .slice(0, limits.SPAN_GROUP_RELEASE_ROW_COUNT_MAX);
  const [head, base] = newest;
  const [change] =
    head && base
      ? await telemetry.query('spanGroups', {
          ...scope,
          condition: { all: [scope.condition, { column: 'release', is: [head.version, base.version] }] },
          naming,
          current: { column: 'release', is: [head.version] },
          count: 1,
        })
      : [];
  return newest.map(({ firstSeenAtMs: _, ...release }, index) => ({
    ...release,
    ...(index === 0 && change && changeOf(change)),
  }));
}

type Sample = QueryRows['spanSamples'];

async function samplesOf({ telemetry }: QueryDeps, scope: Scope, medianUs: number | null) {
  const read = async (order: 'newest' | 'longest', count: number, also: SpanCondition | null) =>
    telemetry.query('spanSamples', {
      ...scope,
      condition: also ? { all: [scope.condition, also] } : scope.condition,
      attributes: [],
      order,
      after: null,
      count,
    });
  const sampleCount = limits.SPAN_GROUP_SAMPLE_COUNT_MAX;
  const [slowest, failed, typical] = await Promise.all([
    read('longest', sampleCount, null),
    read('newest', sampleCount, { column: 'status', is: ['error'] }),
    // From the median down.
    medianUs === null
      ? []
      : read('longest', limits.SPAN_GROUP_EXAMPLE_COUNT_MAX, {
          number: 'durationUs',
          comparison: '<=',
          value: medianUs,
        }),
  ]);
  return { slowest, failed, typical };
}

function exampleViews(samples: Sample[]): SpanExample[] {
  // A span that was received twice is there twice.
  return [...new Map(samples.map((sample) => [sample.traceId + sample.spanId, sample])).values()]
    .slice(0, limits.SPAN_GROUP_EXAMPLE_COUNT_MAX)
    .map(({ traceId, spanId, startUs, durationUs, status, release, environment }) => ({
      traceId,
      spanId,
      startUs,
      durationUs,
      hasFailed: status === 'error',
      release,
      environment,
    }));
}

async function issuesOfTraces(deps: QueryDeps, viewer: Viewer, traceIds: string[]): Promise<Loaded['issues']> {
  if (traceIds.length === 0) return [];
  const projects = await projectsNamed(deps, viewer, 'event:read', []);
  const rows = await linkedRows(deps, projects, { any: traceIds.map((traceId) => ({ traceId })) });
  const issues = await issuesOf(deps, rows);
  const byIssue = Map.groupBy(rows, ({ issueId }) => issueId);
  return [...byIssue]
    .flatMap(([issueId, events]) => {
      const issue = issues.get(issueId);
      if (!issue) return [];
      const [{ title, eventId }] = events as [(typeof events)[number]];
      return [{ shortId: issue.shortId, title, eventId, traces: new Set(events.map(({ traceId }) => traceId)).size }];
    })
    .toSorted((a, b) => b.traces - a.traces)
    .slice(0, limits.SPAN_GROUP_EXAMPLE_COUNT_MAX);
}
