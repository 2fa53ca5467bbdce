import { limits } from '@seismo/protocol';
import type { SequenceSpan, TelemetrySegments } from '#store/telemetry/contract.ts';
import { tableNames, type TableName } from '#store/telemetry/tables/index.ts';
import type { ArchivedSegment } from './format.ts';

export interface SegmentCopy {
  /** Copies the rows up to this sequence that were not copied before, and again the ranges that changed since. */
  copy(applied: number, progress?: (done: number, total: number) => void): Promise<void>;
  /** The number of spans that `copy` would copy now. */
  left(applied: number): Promise<number>;
  /** The segments that make up the copy, by table, in the order of their rows. */
  list(): ArchivedSegment[];
  /** The number of the last change that is in the copy. */
  change(): number;
}

/** What an earlier backup has. */
export interface CopiedSegments {
  segments: readonly ArchivedSegment[];
  /** The last sequence of it. */
  applied: number;
  change: number;
}

const RANGE = limits.SEGMENT_SEQUENCE_COUNT;

/**
 * Copies telemetry in rounds. All tables follow from their descriptions. `take` moves a file into the archive.
 */
export async function createSegmentCopy(
  telemetry: TelemetrySegments,
  take: (name: string, path: string) => Promise<void>,
  base: CopiedSegments | null,
): Promise<SegmentCopy> {
  let change = base?.change ?? (await telemetry.changedSince(0)).change;
  /** All lower sequences are copied. */
  let before = base ? base.applied + 1 : 0;
  const copied = Map.groupBy(base?.segments ?? [], ({ from }) => Math.floor(from / RANGE)) as Map<
    number,
    ArchivedSegment[]
  >;
  let files = Math.max(0, ...(base?.segments ?? []).map(({ entry }) => numberOf(entry)));

  async function copySpan(range: number, span: SequenceSpan): Promise<void> {
    const list = copied.get(range) ?? [];
    copied.set(range, list);
    for (const table of tableNames) {
      for (const { path, ...segment } of await telemetry.writeSegments(table, span)) {
        const entry = entryOf((files += 1), table);
        await take(entry, path);
        list.push({ ...segment, entry });
      }
    }
  }

  async function planOf(applied: number) {
    const { ranges, change: last } = await telemetry.changedSince(change);
    const end = Math.max(before, applied + 1);
    const again = ranges.filter((range) => range * RANGE < before);
    return { last, end, again, total: again.length + rangesOf({ from: before, before: end }).length };
  }

  return {
    async copy(applied, progress = () => {}) {
      const { last, end, again, total } = await planOf(applied);
      let done = 0;
      for (const range of again) {
        copied.delete(range);
        await copySpan(range, { from: range * RANGE, before: Math.min((range + 1) * RANGE, before) });
        progress((done += 1), total);
      }
      for (const range of rangesOf({ from: before, before: end })) {
        const span = { from: Math.max(range * RANGE, before), before: Math.min((range + 1) * RANGE, end) };
        await copySpan(range, span);
        progress((done += 1), total);
      }
      [before, change] = [end, last];
    },
    left: async (applied) => (await planOf(applied)).total,
    change: () => change,
    list: () =>
      [...copied.values()]
        .flat()
        .toSorted((one, other) => placeOf(one.table) - placeOf(other.table) || one.from - other.from),
  };
}

function rangesOf({ from, before }: SequenceSpan): number[] {
  if (from >= before) return [];
  const first = Math.floor(from / RANGE);
  return Array.from({ length: Math.ceil(before / RANGE) - first }, (_, index) => first + index);
}

function entryOf(number: number, table: TableName): string {
  return `telemetry/${number}-${table}.parquet`;
}

function numberOf(entry: string): number {
  return Number(/\d+/.exec(entry)![0]);
}

function placeOf(table: TableName): number {
  return tableNames.indexOf(table);
}
