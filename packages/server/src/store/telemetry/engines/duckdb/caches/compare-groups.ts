import type { QueryRows } from '../../../queries/index.ts';
import { WEIGHT_UNIT } from '../../../queries/parts/span-weight.ts';
import { among, byKeys } from '../../memory/rows.ts';
import type { GroupedSpans, SpanGroup } from './grouped-spans.ts';
import { sortNumbers } from './sort-numbers.ts';

type Row = QueryRows['spanGroups'];

export interface Compared {
  /** All if there are none. */
  environments: readonly string[];
  /** Spans that start from `fromUs` to before `beforeUs`, of which those from `currentUs` on are compared with the others. */
  fromUs: number;
  beforeUs: number;
  currentUs: number;
}

/** Spans that stand for equally many. */
interface Stratum {
  weight: number;
  /** The shortest first. */
  durationUs: GroupedSpans['durationUs'];
  us: number;
  failed: number;
}

interface Part {
  of: GroupedSpans;
  part: SpanGroup;
}

/** The rows of the query `spanGroups`; `null` if durations or weights add up to more than exact numbers. */
export function compareGroups(all: readonly GroupedSpans[], compared: Compared, count: number): Row[] | null {
  const groups = new Map<string, Part[]>();
  for (const of of all) {
    for (const part of of.groups) {
      if (!among(part.environment, compared.environments)) continue;
      const parts = groups.get(part.key);
      if (parts) parts.push({ of, part });
      else groups.set(part.key, [{ of, part }]);
    }
  }
  const spanCount = sumOf(all, ({ durationUs }) => durationUs.length);
  const hasLong = all.some(({ durationUs }) => durationUs instanceof Float64Array);
  // One for all: each array has a cost of its own.
  const room = new (hasLong ? Float64Array : Uint32Array)(spanCount);
  const scratch = new (hasLong ? Float64Array : Uint32Array)(spanCount);
  let used = 0;
  const strataOf = (weight: number, parts: readonly Part[]): Record<'current' | 'previous', Stratum> => {
    const length = sumOf(parts, ({ part }) => part.to - part.from);
    const own = room.subarray(used, (used += length));
    return divide(weight, parts, compared, own, scratch);
  };
  const sides = [...groups.values()]
    .map((parts) => {
      const strata = [...Map.groupBy(parts, ({ part }) => part.weight)].map(([weight, same]) => strataOf(weight, same));
      return {
        group: parts[0]!.part,
        current: strata.map(({ current }) => current),
        previous: strata.map(({ previous }) => previous),
      };
    })
    .filter(({ current, previous }) => spansOf(current) + spansOf(previous) > 0);
  const strata = sides.flatMap(({ current, previous }) => [...current, ...previous]);
  if (!isExact(sumOf(strata, ({ us }) => us)) || !isExact(weightOf(strata))) return null;
  const measured = sides.map((group) => ({ ...group, units: unitsOf(group.current) }));
  const allUs = Number(measured.reduce((sum, { units }) => sum + units, 0n)) / WEIGHT_UNIT;
  return measured
    .sort(
      ({ units: a, group: one }, { units: b, group: other }) =>
        Number(b > a) - Number(b < a) ||
        byKeys([one.projectId, one.service, one.name], [other.projectId, other.service, other.name]),
    )
    .slice(0, count)
    .map(({ group: { projectId, service, name }, current, previous }): Row => {
      const p95 = percentile([...current, ...previous], 95)!;
      return {
        projectId,
        service,
        name,
        groupCount: measured.length,
        allUs,
        currentSpans: spansOf(current),
        currentCount: weightOf(current) / WEIGHT_UNIT,
        currentEffective: effectiveOf(current),
        currentFailed: sumOf(current, ({ failed, weight }) => failed * weight) / WEIGHT_UNIT,
        currentSlow: slowOf(current, p95),
        currentUs: Number(unitsOf(current)) / WEIGHT_UNIT,
        currentP50: percentile(current, 50),
        currentP75: percentile(current, 75),
        currentP95: percentile(current, 95),
        previousSpans: spansOf(previous),
        previousCount: weightOf(previous) / WEIGHT_UNIT,
        previousEffective: effectiveOf(previous),
        previousFailed: sumOf(previous, ({ failed, weight }) => failed * weight) / WEIGHT_UNIT,
        previousSlow: slowOf(previous, p95),
        previousUs: Number(unitsOf(previous)) / WEIGHT_UNIT,
        previousP50: percentile(previous, 50),
        previousP75: percentile(previous, 75),
        previousP95: percentile(previous, 95),
      };
    });
}

/** Divides spans of equal weight into the current ones, at the start of `own`, and the previous ones, at its end. */
function divide(
  weight: number,
  parts: readonly Part[],
  { fromUs, beforeUs, currentUs }: Compared,
  own: GroupedSpans['durationUs'],
  scratch: GroupedSpans['durationUs'],
): Record<'current' | 'previous', Stratum> {
  const sums = { current: 0, previous: 0 };
  const failed = { current: 0, previous: 0 };
  let currentTo = 0;
  let previousFrom = own.length;
  for (const { of, part } of parts) {
    const { startUs: starts, durationUs: durations } = of;
    for (let span = part.from; span < part.to; span += 1) {
      const startUs = starts[span]!;
      if (startUs < fromUs || startUs >= beforeUs) continue;
      const us = durations[span]!;
      const hasFailed = span >= part.failedFrom ? 1 : 0;
      if (startUs >= currentUs) {
        own[currentTo++] = us;
        sums.current += us;
        failed.current += hasFailed;
      } else {
        own[--previousFrom] = us;
        sums.previous += us;
        failed.previous += hasFailed;
      }
    }
  }
  const [current, previous] = [own.subarray(0, currentTo), own.subarray(previousFrom)];
  sortNumbers(current, scratch);
  sortNumbers(previous, scratch);
  return {
    current: { weight, durationUs: current, us: sums.current, failed: failed.current },
    previous: { weight, durationUs: previous, us: sums.previous, failed: failed.previous },
  };
}

const isExact = (sum: number) => sum <= Number.MAX_SAFE_INTEGER;

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

const spansOf = (strata: readonly Stratum[]) => sumOf(strata, ({ durationUs }) => durationUs.length);
const weightOf = (strata: readonly Stratum[]) => sumOf(strata, ({ durationUs, weight }) => durationUs.length * weight);

/** The microseconds of the spans that they stand for, in units of the weight. */
function unitsOf(strata: readonly Stratum[]): bigint {
  return strata.reduce((sum, { us, weight }) => sum + BigInt(us) * BigInt(weight), 0n);
}

/** How many spans of equal weight tell as much (Kish, Survey Sampling, 1965). */
function effectiveOf(strata: readonly Stratum[]): number {
  const weights = weightOf(strata);
  const squares = strata.reduce(
    (sum, { durationUs, weight }) => sum + BigInt(durationUs.length) * BigInt(weight) ** 2n,
    0n,
  );
  return weights === 0 ? 0 : (weights * weights) / Number(squares);
}

function slowOf(strata: readonly Stratum[], leastUs: number): number {
  return (weightOf(strata) - weightBelow(strata, leastUs)) / WEIGHT_UNIT;
}

/** The least duration up to which so much of the weight is; `null` for none. */
function percentile(strata: readonly Stratum[], percent: number): number | null {
  const rank = Number((BigInt(weightOf(strata)) * BigInt(percent) + 99n) / 100n);
  if (rank === 0) return null;
  if (strata.length === 1) return strata[0]!.durationUs[Math.ceil(rank / strata[0]!.weight) - 1]!;
  let [least, most] = [0, Math.max(...strata.map(({ durationUs }) => durationUs.at(-1) ?? 0))];
  while (least < most) {
    const middle = least + Math.floor((most - least) / 2);
    if (weightBelow(strata, middle + 1) >= rank) most = middle;
    else least = middle + 1;
  }
  return least;
}

function weightBelow(strata: readonly Stratum[], us: number): number {
  return sumOf(strata, ({ durationUs, weight }) => countBelow(durationUs, us) * weight);
}

function countBelow(sorted: Stratum['durationUs'], us: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < us) from = middle + 1;
    else to = middle;
  }
  return from;
}
