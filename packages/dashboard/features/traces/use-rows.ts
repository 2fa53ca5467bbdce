import type { TraceRow, TraceRows } from '@seismo/server';
import { useCallback, useEffect, useRef, useState } from 'react';
import { read } from '#lib/read.ts';
import type { WaterfallView } from './reads.ts';

/** Rows are loaded in parts of this size. */
const PART = 200;

interface Loaded {
  /** The view that the rows belong to, as text. */
  of: string;
  total: number;
  rows: ReadonlyMap<number, TraceRow>;
}

/**
 * The rows of the waterfall that have been loaded, and the rows that should be. The rows of the view before stay until the
 * first of the new ones are there.
 */
export function useRows(
  { organizationId, traceId, version }: { organizationId: number; traceId: string; version: number },
  view: WaterfallView,
  first: TraceRows,
) {
  const of = JSON.stringify(view);
  const [loaded, setLoaded] = useState<Loaded>(() => ({ of, total: first.total, rows: indexed(first) }));
  const [failed, setFailed] = useState(false);
  const requested = useRef(new Set<string>());
  /** Answers may come after those of a later view. */
  const current = useRef(of);
  useEffect(() => {
    current.current = of;
  }, [of]);
  const [wanted, setWanted] = useState({ from: 0, to: 0 });

  useEffect(() => {
    const isNew = loaded.of !== of;
    const parts = new Set<number>();
    const last = isNew ? Math.max(wanted.to, wanted.from + 1) : Math.min(wanted.to, loaded.total);
    for (let row = wanted.from; row < last; row++) {
      if (isNew || !loaded.rows.has(row)) parts.add(Math.floor(row / PART));
    }
    for (const part of parts) {
      const key = `${of} ${part}`;
      if (requested.current.has(key)) continue;
      requested.current.add(key);
      const params = { trace: traceId, version, from: part * PART, count: PART, view: JSON.parse(of) as WaterfallView };
      read('traceRows', organizationId, params)
        .then((answer) => {
          requested.current.delete(key);
          if (current.current !== of) return;
          setFailed(false);
          setLoaded((before) => {
            const rows = before.of === of ? new Map(before.rows) : new Map<number, TraceRow>();
            for (const [index, row] of indexed(answer)) rows.set(index, row);
            return { of, total: answer.total, rows };
          });
        })
        .catch(() => {
          requested.current.delete(key);
          setFailed(true);
        });
    }
  }, [of, wanted, loaded, organizationId, traceId, version]);

  // The same function at each render: an effect that calls it at each render would not let later updates through.
  const want = useCallback(
    (from: number, to: number) =>
      setWanted((before) => (before.from === from && before.to === to ? before : { from, to })),
    [],
  );

  return {
    total: loaded.total,
    rowAt: (index: number): TraceRow | undefined => loaded.rows.get(index),
    /** Whether the rows are those of the view. */
    isCurrent: loaded.of === of,
    failed,
    fail: () => setFailed(true),
    want,
    retry: () => setWanted(({ from, to }) => ({ from, to })),
  };
}

const indexed = ({ rows, from }: TraceRows): Map<number, TraceRow> =>
  new Map(rows.map((row, index) => [from + index, row]));
