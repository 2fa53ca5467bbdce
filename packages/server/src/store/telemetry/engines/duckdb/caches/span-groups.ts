import type { DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import { spanKinds } from '#domain/spans/span-kind.ts';
import { queries, type QueryParams, type QueryRows } from '../../../queries/index.ts';
import type { SpanFile } from '../span-files/catalog.ts';
import type { SpanFiles } from '../span-files/span-files.ts';
import { compareGroups } from './compare-groups.ts';
import { readGroupedSpans, type GroupedSpans } from './grouped-spans.ts';
import type { Layer } from './layer.ts';

/** Sizes that are known. Beyond, all are deleted. */
const SIZE_COUNT_MAX = 10_000;

/**
 * Compares a time with the one before from memory: it has the spans of the latest files and kinds that were compared. Files
 * never change; new spans are read each time (docs/decisions/0085-performance-pages.md).
 */
export function spanGroups(bytesMax: number = limits.SPAN_GROUP_CACHE_BYTES_MAX): Layer {
  /** By file and kind, the least recently used first. */
  const cached = new Map<string, GroupedSpans>();
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
    return spanFiles.readParts(connection, scope, async ({ files, ofFile, ofTable, parameters }) => {
      const keyOf = ({ file }: SpanFile) => `${file} ${kind.search}`;
      if (files.reduce((sum, file) => sum + (sizes.get(keyOf(file)) ?? 0), 0) > bytesMax) return null;
      const found: GroupedSpans[] = [];
      let size = 0;
      for (const file of files) {
        const spans = await readFile(keyOf(file), () => readGroupedSpans(connection, kind, ofFile(file), {}));
        if (spans === null || (size += spans.bytes) > bytesMax) return null;
        found.push(spans);
      }
      const recent = await readGroupedSpans(connection, kind, ofTable, parameters);
      if (recent === null) return null;
      const all = [...found, recent];
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
    truncated: () => {},
  };
}

/** Parameters are copies from another thread. */
const jsonOf = ({ condition, naming }: Pick<QueryParams['spanGroups'], 'condition' | 'naming'>) =>
  JSON.stringify([condition, naming]);
const kindsByJson = new Map(Object.values(spanKinds).map((kind) => [jsonOf(kind), kind]));
