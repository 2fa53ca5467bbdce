'use client';

import type { SpanHeatmap } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { HeatMap, type HeatMapArea } from '#charts/heat-map.tsx';
import type { ExploreState } from './search-params.ts';
import { heatMapHref, type HeatMapState } from './selection.ts';
import { valueRangeText, valueText } from './value-text.ts';

interface Props {
  map: SpanHeatmap;
  explored: ExploreState;
  heatMap: HeatMapState;
  nowMs: number;
}

/** The heat map, whose selection is in the URL. */
export function HeatMapPanel({ map, explored, heatMap, nowMs }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const { fromMs, bucketMs, buckets, unit, rows, cells } = map;
  const select = ({ firstBucket, lastBucket, firstRow, lastRow }: HeatMapArea) => {
    const selection = {
      fromMs: fromMs + firstBucket * bucketMs,
      toMs: fromMs + (lastBucket + 1) * bucketMs,
      from: rows[firstRow]!.from,
      before: rows[lastRow]!.before,
    };
    start(() => router.push(heatMapHref(explored, { ...heatMap, selection }), { scroll: false }));
  };
  return (
    <div aria-busy={pending}>
      <HeatMap
        {...{ fromMs, bucketMs, buckets, nowMs, cells }}
        rows={rows.map((row) => ({
          start: row.from === null ? '' : valueText(row.from, unit),
          text: valueRangeText(row, unit),
        }))}
        name={heatMap.value === 'span.duration' ? 'Duration' : heatMap.value}
        selected={selectedArea(map, heatMap.selection)}
        onSelect={select}
        height={240}
      />
    </div>
  );
}

/** The cells of a rectangle, as far as they are visible. */
function selectedArea(
  { fromMs, bucketMs, buckets, rows }: SpanHeatmap,
  selection: HeatMapState['selection'],
): HeatMapArea | null {
  if (selection === null || 'query' in selection) return null;
  const { from, before } = selection;
  const firstBucket = Math.max(0, Math.floor((selection.fromMs - fromMs) / bucketMs));
  const lastBucket = Math.min(buckets, Math.ceil((selection.toMs - fromMs) / bucketMs)) - 1;
  const firstRow = rows.findIndex((row) => (row.before ?? Infinity) > (from ?? -Infinity));
  const lastRow = rows.findLastIndex((row) => (row.from ?? -Infinity) < (before ?? Infinity));
  return firstBucket > lastBucket || firstRow < 0 || lastRow < firstRow
    ? null
    : { firstBucket, lastBucket, firstRow, lastRow };
}
