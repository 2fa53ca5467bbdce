import type { QueryRows } from '../../../queries/index.ts';
import { byKeys } from '../../memory/rows.ts';
import type { GroupedSpans, SpanGroup } from './grouped-spans.ts';

type Row = QueryRows['spanGroups'];

/** Spans that start from `fromUs` to before `beforeUs`, of which those from `currentUs` on are compared with the others. */
export interface ComparedTimes {
  fromUs: number;
  beforeUs: number;
  currentUs: number;
}

interface Side {
  durationUs: Float64Array;
  us: number;
  failed: number;
}

interface Group extends Pick<SpanGroup, 'projectId' | 'service' | 'name'> {
  parts: { of: GroupedSpans; part: SpanGroup }[];
  length: number;
}

/** The rows of the query `spanGroups`; `null` if the durations are too long to add up exactly. */
export function compareGroups(all: readonly GroupedSpans[], times: ComparedTimes, count: number): Row[] | null {
  const groups = new Map<string, Group>();
  for (const of of all) {
    for (const part of of.groups) {
      const { projectId, service, name } = part;
      const key = JSON.stringify([projectId, service, name]);
      const group = groups.get(key) ?? { projectId, service, name, parts: [], length: 0 };
      groups.set(key, group);
      group.parts.push({ of, part });
      group.length += part.to - part.from;
    }
  }
  const compared = [...groups.values()]
    .map((group) => ({ ...group, ...sidesOf(group, times) }))
    .filter(({ current, previous }) => current.durationUs.length + previous.durationUs.length > 0);
  const sumOf = (side: 'current' | 'previous') => compared.reduce((sum, group) => sum + group[side].us, 0);
  const allUs = sumOf('current');
  if (allUs + sumOf('previous') > Number.MAX_SAFE_INTEGER) return null;
  return compared
    .sort(
      (a, b) =>
        b.current.us - a.current.us || byKeys([a.projectId, a.service, a.name], [b.projectId, b.service, b.name]),
    )
    .slice(0, count)
    .map(({ projectId, service, name, current, previous }): Row => {
      const both = inBuckets([current.durationUs, previous.durationUs]);
      const [now, before] = both.map((side) => [side]) as [Bucketed[], Bucketed[]];
      const p95 = percentile(both, 95)!;
      return {
        projectId,
        service,
        name,
        groupCount: compared.length,
        allUs,
        currentSpans: current.durationUs.length,
        currentCount: current.durationUs.length,
        currentEffective: current.durationUs.length,
        currentFailed: current.failed,
        currentSlow: countFrom(current.durationUs, p95),
        currentUs: current.us,
        currentP50: percentile(now, 50),
        currentP75: percentile(now, 75),
        currentP95: percentile(now, 95),
        previousSpans: previous.durationUs.length,
        previousCount: previous.durationUs.length,
        previousEffective: previous.durationUs.length,
        previousFailed: previous.failed,
        previousSlow: countFrom(previous.durationUs, p95),
        previousUs: previous.us,
        previousP50: percentile(before, 50),
        previousP75: percentile(before, 75),
        previousP95: percentile(before, 95),
      };
    });
}

function sidesOf({ parts, length }: Group, { fromUs, beforeUs, currentUs }: ComparedTimes) {
  /** The current ones from the start on, the previous ones from the end back. */
  const durationUs = new Float64Array(length);
  const sums = { current: 0, previous: 0 };
  const failed = { current: 0, previous: 0 };
  let currentTo = 0;
  let previousFrom = length;
  for (const { of, part } of parts) {
    const { startUs: starts, durationUs: durations } = of;
    for (let span = part.from; span < part.to; span += 1) {
      const startUs = starts[span]!;
      if (startUs < fromUs || startUs >= beforeUs) continue;
      const us = durations[span]!;
      const hasFailed = span >= part.failedFrom ? 1 : 0;
      if (startUs >= currentUs) {
        durationUs[currentTo++] = us;
        sums.current += us;
        failed.current += hasFailed;
      } else {
        durationUs[--previousFrom] = us;
        sums.previous += us;
        failed.previous += hasFailed;
      }
    }
  }
  return {
    current: { durationUs: durationUs.subarray(0, currentTo), us: sums.current, failed: failed.current },
    previous: { durationUs: durationUs.subarray(previousFrom), us: sums.previous, failed: failed.previous },
  } satisfies Record<string, Side>;
}

/** Durations bucket by bucket, of which the ones of bucket `n` are those from `ends[n]` to before `ends[n + 1]`. */
interface Bucketed {
  durationUs: Float64Array;
  ends: Uint32Array;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const BITS_BELOW_BUCKET = 17;
float[0] = 1;
const BUCKET_OF_ONE = bits[0]! >>> BITS_BELOW_BUCKET;

/**
 * The exponent and six bits more of a number as a 32-bit float, which are in the order of the numbers: buckets are about one
 * percent wide. 0 has a bucket for itself.
 */
function bucketOf(us: number): number {
  float[0] = us;
  return Math.max(0, (bits[0]! >>> BITS_BELOW_BUCKET) - BUCKET_OF_ONE + 1);
}

function inBuckets(sides: readonly Float64Array[]): Bucketed[] {
  let [leastUs, mostUs] = [Infinity, 0];
  for (const durationUs of sides) {
    for (let at = 0; at < durationUs.length; at += 1) {
      const us = durationUs[at]!;
      if (us < leastUs) leastUs = us;
      if (us > mostUs) mostUs = us;
    }
  }
  const first = bucketOf(leastUs);
  const bucketCount = bucketOf(mostUs) - first + 1;
  return sides.map((side) => {
    const ends = new Uint32Array(bucketCount + 1);
    for (let at = 0; at < side.length; at += 1) ends[bucketOf(side[at]!) - first + 1]! += 1;
    for (let bucket = 1; bucket < ends.length; bucket += 1) ends[bucket]! += ends[bucket - 1]!;
    const durationUs = new Float64Array(side.length);
    const next = ends.slice();
    for (let at = 0; at < side.length; at += 1) durationUs[next[bucketOf(side[at]!) - first]!++] = side[at]!;
    return { durationUs, ends };
  });
}

/** By nearest rank, of all of these together; `null` for none. Sorts one bucket only. */
function percentile(sides: readonly Bucketed[], percent: number): number | null {
  const upTo = (bucket: number) => sides.reduce((sum, { ends }) => sum + ends[bucket]!, 0);
  const last = sides[0]!.ends.length - 1;
  const rank = Math.ceil((upTo(last) * percent) / 100);
  if (rank === 0) return null;
  let [bucket, beyond] = [0, last];
  // `upTo(bucket) < rank <= upTo(beyond)`.
  while (beyond - bucket > 1) {
    const middle = (bucket + beyond) >>> 1;
    if (upTo(middle) < rank) bucket = middle;
    else beyond = middle;
  }
  const among = new Float64Array(upTo(bucket + 1) - upTo(bucket));
  let at = 0;
  for (const { durationUs, ends } of sides) {
    const part = durationUs.subarray(ends[bucket]!, ends[bucket + 1]!);
    among.set(part, at);
    at += part.length;
  }
  return among.sort()[rank - 1 - upTo(bucket)]!;
}

function countFrom(durationUs: Float64Array, leastUs: number): number {
  let count = 0;
  for (let at = 0; at < durationUs.length; at += 1) if (durationUs[at]! >= leastUs) count += 1;
  return count;
}
