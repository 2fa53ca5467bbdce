import type { DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import { spanKinds, type SpanKind } from '#domain/spans/span-kind.ts';
import { queries, type QueryParams, type QueryRows } from '../../../queries/index.ts';
import type { Parameter } from '../../../queries/query.ts';
import { spanWeightDuckdb } from '../../../queries/parts/span-weight.ts';
import type { SpanFile } from '../span-files/catalog.ts';
import type { SpanFiles, SpanParts } from '../span-files/span-files.ts';
import { compareGroups } from './compare-groups.ts';
import { readGroupedSpans, type GroupedSpans } from './grouped-spans.ts';
import { runStatement } from '../statements.ts';
import type { Layer } from './layer.ts';

/** Sizes that are known. Beyond, all are deleted. */
const SIZE_COUNT_MAX = 10_000;
/** New spans are all read again once a fourth of those in memory have come after them. */
const LATER_PARTS = 4;

/**
 * Spans in no file that were read up to a sequence. If any of them goes, there are fewer; if one that stays is decided about, it
 * stands for more. `weight` alone is often the same: a tenth of the spans may stand for all of them.
 */
interface NewSpans extends GroupedSpans {
  sequence: number;
  spans: number;
  weight: string;
}

/**
 * Compares a time with the one before from memory: it has the spans of the latest files and kinds that were compared. Files
 * never change. Of new spans, those are read that came since (docs/decisions/0085-performance-pages.md).
 */
export function spanGroups(bytesMax: number = limits.SPAN_GROUP_CACHE_BYTES_MAX): Layer {
  /** By file and kind, or projects and kind, the least recently used first. */
  const cached = new Map<string, GroupedSpans | NewSpans>();
  let bytes = 0;
  /** Also of those that were removed, so that spans that are too many together are read once; infinite if their groups are too many. */
  const sizes = new Map<string, number>();

  const add = (key: string, spans: GroupedSpans): void => {
    bytes += spans.bytes - (cached.get(key)?.bytes ?? 0);
    cached.delete(key);
    cached.set(key, spans);
    for (const [oldest, { bytes: freed }] of cached) {
      if (bytes <= bytesMax) return;
      cached.delete(oldest);
      bytes -= freed;
    }
  };

  const readFile = async (key: string, read: () => Promise<GroupedSpans | null>): Promise<GroupedSpans | null> => {
    const spans = cached.get(key) ?? (await read());
    if (sizes.size >= SIZE_COUNT_MAX) sizes.clear();
    sizes.set(key, spans?.bytes ?? Infinity);
    if (spans) add(key, spans);
    return spans;
  };

  const readNew = async (
    connection: DuckDBConnection,
    kind: SpanKind,
    { ofTable, parameters }: SpanParts,
    bytesLeft: number,
  ): Promise<GroupedSpans[] | null> => {
    const key = JSON.stringify([parameters['scopeProjectIds'], kind.search]);
    const known = cached.get(key);
    if (known && 'weight' in known) {
      const { spans: count, weight } = await countNew(connection, ofTable, { ...parameters, until: known.sequence });
      if (count === known.spans && weight === known.weight) {
        const later = `(select * from ${ofTable} where sequence > $until::bigint)`;
        const spans = await readGroupedSpans(connection, kind, later, { ...parameters, until: known.sequence });
        if (spans === null) return null;
        if (spans.startUs.length * LATER_PARTS <= known.startUs.length) {
          add(key, known);
          return [known, spans];
        }
      }
    }
    const spans = await readGroupedSpans(connection, kind, ofTable, parameters);
    if (spans === null) return null;
    // Otherwise they would displace spans of files that are compared with them.
    if (spans.bytes <= bytesLeft) {
      const until = { ...parameters, until: Number.MAX_SAFE_INTEGER };
      add(key, { ...spans, ...(await countNew(connection, ofTable, until)) });
    }
    return [spans];
  };

  /** `null` if the SQL has to answer it. */
  async function answer(
    params: QueryParams['spanGroups'],
    connection: DuckDBConnection,
    spanFiles: SpanFiles,
  ): Promise<QueryRows['spanGroups'][] | null> {
    const { environments, current, range, count } = params;
    const kind = kindsByJson.get(jsonOf(params));
    if (!kind) return null;
    if (!('number' in current) || current.number !== 'startUs' || current.comparison !== '>=') return null;
    const scope = queries.spanGroups.spans!(params);
    return spanFiles.readParts(connection, scope, async (parts) => {
      const { files, ofFile } = parts;
      const keyOf = ({ file }: SpanFile) => `${file} ${kind.search}`;
      if (files.reduce((sum, file) => sum + (sizes.get(keyOf(file)) ?? 0), 0) > bytesMax) return null;
      const found: GroupedSpans[] = [];
      let size = 0;
      for (const file of files) {
        const spans = await readFile(keyOf(file), () => readGroupedSpans(connection, kind, ofFile(file), {}));
        if (spans === null || (size += spans.bytes) > bytesMax) return null;
        found.push(spans);
      }
      const recent = await readNew(connection, kind, parts, bytesMax - size);
      if (recent === null) return null;
      const all = [...found, ...recent];
      const groupCount = all.reduce((sum, { groups }) => sum + groups.length, 0);
      if (groupCount > limits.SPAN_GROUP_CACHE_GROUP_COUNT_MAX) return null;
      const times = { fromUs: range.fromMs * 1000, beforeUs: range.toMs * 1000, currentUs: current.value };
      return compareGroups(all, { environments, ...times }, count);
    });
  }

  return {
    queries: {
      async spanGroups(params, next, connection, _events, spanFiles) {
        return (await answer(params, connection, spanFiles)) ?? next('spanGroups', params);
      },
    },
    applied: () => {},
    // Other spans may come with the same sequences.
    truncated() {
      cached.clear();
      bytes = 0;
    },
  };
}

/** Spans of a table up to a sequence, how many they stand for, and the last sequence of these. */
async function countNew(
  connection: DuckDBConnection,
  ofTable: string,
  parameters: Record<string, Parameter>,
): Promise<Pick<NewSpans, 'sequence' | 'spans' | 'weight'>> {
  const found = await runStatement(
    connection,
    `select coalesce(max(sequence), 0)::double, count(*)::double, coalesce(sum(${spanWeightDuckdb}), 0)::varchar
     from ${ofTable}
     where sequence <= $until::bigint`,
    parameters,
  );
  const [row] = await found.getRows();
  const [sequence, spans, weight] = row as [number, number, string];
  return { sequence, spans, weight };
}

/** Parameters are copies from another thread. */
const jsonOf = ({ condition, naming }: Pick<QueryParams['spanGroups'], 'condition' | 'naming'>) =>
  JSON.stringify([condition, naming]);
const kindsByJson = new Map(Object.values(spanKinds).map((kind) => [jsonOf(kind), kind]));
