import { namedSearch, type SpanKind } from '#domain/spans/span-kind.ts';
import { shareChange, speedChange, type Share, type Timed } from '#domain/spans/share-change.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import { bucketsOf, type TimeRange } from '../range.ts';
import type { GroupView, SpanStats } from './views.ts';

type Row = QueryRows['spanGroups'];
type Side = Omit<SpanStats, 'perMinute'> & Record<'failed' | 'slowCount' | 'effectiveCount', number>;

/** A time up to now, and with as much time before. */
export interface ComparedRange {
  current: Range;
  both: Range;
  minutes: number;
}

export function comparedRange(range: TimeRange, nowMs: number): ComparedRange {
  const { fromMs, toMs } = bucketsOf(range, nowMs).range;
  const endMs = fromMs < nowMs ? Math.min(toMs, nowMs) : toMs;
  const lengthMs = Math.max(1, endMs - fromMs);
  return {
    current: { fromMs, toMs: endMs },
    both: { fromMs: fromMs - lengthMs, toMs: endMs },
    minutes: lengthMs / 60_000,
  };
}

/** The two sides of a group. */
function sidesOf(row: Row): { current: Side; previous: Side } {
  return {
    current: {
      spans: row.currentSpans,
      count: row.currentCount,
      effectiveCount: row.currentEffective,
      failed: row.currentFailed,
      slowCount: row.currentSlow,
      failureRate: row.currentFailed / Math.max(1, row.currentCount),
      p50: row.currentP50,
      p75: row.currentP75,
      p95: row.currentP95,
    },
    previous: {
      spans: row.previousSpans,
      count: row.previousCount,
      effectiveCount: row.previousEffective,
      failed: row.previousFailed,
      slowCount: row.previousSlow,
      failureRate: row.previousFailed / Math.max(1, row.previousCount),
      p50: row.previousP50,
      p75: row.previousP75,
      p95: row.previousP95,
    },
  };
}

export function changeOf(row: Row): Pick<GroupView, 'speed' | 'failures'> {
  const { current, previous } = sidesOf(row);
  const failed = (side: Side) => shareOf(side, side.failed);
  return {
    speed: speedChange(timed(current), timed(previous)),
    failures: shareChange(failed(current), failed(previous)),
  };
}

/** A part of the spans, as if there were only as many as tell as much without sampling. */
function shareOf({ count, effectiveCount }: Side, part: number): Share {
  return { part: (part / Math.max(1, count)) * effectiveCount, whole: effectiveCount };
}

function timed(side: Side): Timed {
  const { part, whole } = shareOf(side, side.slowCount);
  return { count: whole, slowCount: part, p95: side.p95 };
}

/** `first` is the earliest stored span of the project; none if it was deleted after the row was read. */
export function groupView(
  kind: SpanKind,
  row: Row,
  project: GroupView['project'],
  { both, minutes }: ComparedRange,
  first: QueryRows['firstSpans'] | undefined,
): GroupView {
  const { current, previous } = sidesOf(row);
  const statsOf = ({ failed: _, slowCount: __, effectiveCount: ___, ...side }: Side) => ({
    ...side,
    perMinute: side.count / minutes,
  });
  return {
    name: row.name,
    service: row.service,
    project: { slug: project.slug, name: project.name },
    search: namedSearch(kind, row),
    current: statsOf(current),
    previous: statsOf(previous),
    hasAllBefore: first !== undefined && first.startUs <= both.fromMs * 1000,
    timeShare: row.currentUs / Math.max(1, row.allUs),
    ...changeOf(row),
  };
}
