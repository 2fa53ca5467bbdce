'use client';

import type { TraceRows, TraceView } from '@seismo/server';
import { CornerDownRight, Search, ZoomOut } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { ownPreferences } from '#features/preferences/own-preferences.ts';
import { read } from '#lib/read.ts';
import { SearchInput } from '#shell/commands/search-input.tsx';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { inputClass } from '#ui/input-class.ts';
import { Axis } from './axis.tsx';
import { Overview } from './overview.tsx';
import { traceHref } from './search-params.ts';
import { SpanPanel } from './span-panel.tsx';
import { useRows } from './use-rows.ts';
import { useWindow } from './use-window.ts';
import type { Zoom } from './zoom.ts';
import { ROW_PX, rowId, WaterfallRow } from './waterfall-row.tsx';

interface Props {
  organizationId: number;
  trace: TraceView;
  /** The first rows, or those around the selected span. */
  first: TraceRows;
  selected: string | null;
  nowMs: number;
}

/**
 * The spans of a trace as a tree beside their time. Rows load as they are scrolled to, so the length of the trace does not
 * matter. https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/
 */
export function Waterfall({ organizationId, trace, first, selected: initiallySelected, nowMs }: Props) {
  const whole: Zoom = { fromUs: 0, toUs: Math.max(1, trace.durationUs) };
  const [zoom, setZoom] = useState(whole);
  const [collapsed, setCollapsed] = useState<readonly string[]>([]);
  const [find, setFind] = useState('');
  const sought = useDeferredValue(find.trim());
  const [active, setActive] = useState(first.index ?? 0);
  const [selected, setSelected] = useState(initiallySelected);
  /** The row to scroll to once it is there; at first that of the span that the link names. */
  const target = useRef<{ index: number; block: Block } | null>(
    first.index === null ? null : { index: first.index, block: 'center' },
  );
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRows(
    { organizationId, traceId: trace.traceId, version: trace.version },
    { collapsed: [...collapsed], find: sought },
    first,
  );
  const shown = useWindow(body, ROW_PX, rows.total, { from: first.from, to: first.from + first.rows.length });
  const { want } = rows;
  // By number: while an update of a lower priority waits, the object is another one at each render.
  const { from, to } = shown;
  useEffect(() => want(from, to), [want, from, to]);
  const errorsOf = Map.groupBy(trace.errors, ({ spanId }) => spanId ?? '');

  const { isCurrent } = rows;
  useEffect(() => {
    if (target.current === null || !isCurrent) return;
    scrollTo(target.current.index, target.current.block);
    target.current = null;
  }, [isCurrent, selected]);

  function scrollTo(index: number, block: Block) {
    const isCovered = root.current!.querySelector('[data-span-panel=over]') && matchMedia(PANEL_IS_BELOW).matches;
    const height = isCovered ? innerHeight * 0.4 : innerHeight;
    const top = body.current!.getBoundingClientRect().top + index * ROW_PX;
    const [above, below] = [HEAD_PX - top, top + ROW_PX - height + 8];
    if (block === 'center') window.scrollBy({ top: top - height / 2, behavior: 'instant' });
    else if (above > 0) window.scrollBy({ top: -above, behavior: 'instant' });
    else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' });
  }

  function goTo(index: number) {
    const next = Math.min(rows.total - 1, Math.max(0, index));
    setActive(next);
    scrollTo(next, 'nearest');
  }

  /** Of all spans that are found, also collapsed ones. */
  async function goToError() {
    const view = { collapsed: [], find: sought };
    const problemAfter = collapsed.length > 0 ? -1 : active;
    const params = { trace: trace.traceId, version: trace.version, from: 0, count: AROUND_COUNT, problemAfter, view };
    const answer = await read('traceRows', organizationId, params).catch(rows.fail);
    if (!answer || answer.index === null) return;
    const { index, from: aroundFrom, rows: around } = answer;
    setActive(index);
    if (collapsed.length === 0) scrollTo(index, 'center');
    else {
      target.current = { index, block: 'center' };
      setCollapsed([]);
    }
    open(index, around[index - aroundFrom]!.spanId);
  }

  function select(spanId: string | null) {
    setSelected(spanId);
    history.replaceState(history.state, '', traceHref(trace.traceId, spanId));
  }

  function open(index: number, spanId: string) {
    if (spanId !== selected) target.current = { index, block: 'nearest' };
    select(spanId);
  }

  function toggle(spanId: string) {
    setCollapsed((before) => (before.includes(spanId) ? before.filter((id) => id !== spanId) : [...before, spanId]));
  }

  /** To the waterfall, and in it to the next row or the one before. */
  function step(by: 1 | -1) {
    const isHere = document.activeElement === grid.current;
    grid.current?.focus({ preventScroll: true });
    goTo(isHere ? active + by : active);
  }

  function close() {
    select(null);
    grid.current?.focus({ preventScroll: true });
  }

  useCommands('page', () => ({
    name: null,
    commands: [
      ...(rows.total === 0
        ? []
        : [
            { id: 'down', label: 'Next span', run: () => step(1) },
            { id: 'up', label: 'Previous span', run: () => step(-1) },
          ]),
      ...(selected === null ? [] : [{ id: 'leave', label: 'Close span', run: close }]),
    ],
  }));

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (/^[a-z0-9]$/.test(event.key) && !ownPreferences().letterKeys) return;
    const row = rows.rowAt(active);
    const page = Math.max(1, Math.floor((innerHeight - HEAD_PX) / ROW_PX) - 1);
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.total - 1,
    }[event.key];
    if (to !== undefined) goTo(to);
    else if (!row) return;
    else if (event.key === 'Enter' || event.key === ' ') open(active, row.spanId);
    else if (event.key === 'ArrowRight') {
      if (row.isCollapsed) toggle(row.spanId);
      else if (row.below > 0) goTo(active + 1);
    } else if (event.key === 'ArrowLeft') {
      if (row.below > 0 && !row.isCollapsed && sought === '') toggle(row.spanId);
      else if (row.parent !== -1) goTo(row.parent);
    } else if (event.key === 'n' && hasErrors) void goToError();
    else if (event.key === 'z') zoomTo(row.offsetUs, row.durationUs);
    else if (event.key === '0') setZoom(whole);
    else return;
    event.preventDefault();
  };

  const handleClick = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const index = Number(element?.dataset.index);
    const row = rows.rowAt(index);
    if (!row) return;
    setActive(index);
    if (target instanceof Element && target.closest('[data-toggle]')) toggle(row.spanId);
    else open(index, row.spanId);
  };

  function zoomTo(offsetUs: number, durationUs: number) {
    const margin = Math.max(1, durationUs * 0.05);
    setZoom({ fromUs: Math.max(0, offsetUs - margin), toUs: Math.min(whole.toUs, offsetUs + durationUs + margin) });
  }

  const hasErrors = trace.failedCount + trace.errors.length > 0;
  const isZoomed = zoom.fromUs > 0 || zoom.toUs < whole.toUs;
  const indexes = Array.from({ length: Math.max(0, shown.to - shown.from) }, (_, index) => shown.from + index);
  return (
    <div
      ref={root}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-6 max-lg:has-[[data-span-panel=over]]:pb-[60dvh] lg:has-[[data-span-panel]]:grid-cols-[minmax(0,1fr)_380px]"
    >
      <section aria-label="Waterfall" className="min-w-0 [--trace-indent:6px] md:[--trace-indent:12px]">
        <Overview trace={trace} zoom={zoom} onZoom={setZoom} />
        <div className="flex flex-wrap items-center gap-2 py-2">
          <span className="relative min-w-0 flex-1 basis-48">
            <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
            <SearchInput
              type="search"
              aria-label="Find spans"
              value={find}
              onChange={({ target }) => setFind(target.value)}
              placeholder="Find by name, operation or service"
              maxLength={200}
              className={`${inputClass} pl-8`}
            />
          </span>
          <span role="status" className="text-12 text-muted empty:hidden">
            {sought === '' ? '' : rows.isCurrent ? plural(rows.total, 'row') : 'Searching'}
          </span>
          {hasErrors ? (
            <Button small variant="quiet" onClick={() => void goToError()}>
              <CornerDownRight size={14} aria-hidden />
              Next error
            </Button>
          ) : null}
          {collapsed.length > 0 ? (
            <Button small variant="quiet" onClick={() => setCollapsed([])}>
              Expand all
            </Button>
          ) : null}
          {isZoomed ? (
            <Button small variant="quiet" onClick={() => setZoom(whole)}>
              <ZoomOut size={14} aria-hidden />
              Whole trace
            </Button>
          ) : null}
        </div>
        <Axis zoom={zoom} className="sticky top-0 z-10" />
        {rows.failed ? (
          <p role="alert" className="flex items-center gap-2 py-2 text-13 text-error">
            Some spans could not be loaded.
            <Button small onClick={rows.retry}>
              Try again
            </Button>
          </p>
        ) : null}
        {rows.total === 0 ? (
          <p className="py-6 text-13 text-muted">No span has "{sought}" in its name, operation or service.</p>
        ) : (
          <div
            ref={grid}
            role="treegrid"
            aria-label="Spans"
            aria-rowcount={rows.total}
            aria-activedescendant={rows.rowAt(active) ? rowId(active) : undefined}
            tabIndex={0}
            className="group outline-none"
            onKeyDown={handleKey}
            onClick={handleClick}
          >
            <div ref={body} role="rowgroup" className="relative" style={{ height: rows.total * ROW_PX }}>
              {indexes.map((index) => {
                const row = rows.rowAt(index);
                return (
                  <WaterfallRow
                    key={index}
                    row={row}
                    index={index}
                    top={index * ROW_PX}
                    zoom={zoom}
                    errors={(row && errorsOf.get(row.spanId)) ?? []}
                    isActive={index === active}
                    isSelected={row !== undefined && row.spanId === selected}
                    isDimmed={sought !== '' && row?.isFound === false}
                  />
                );
              })}
            </div>
          </div>
        )}
      </section>
      {selected ? (
        <SpanPanel
          key={selected}
          organizationId={organizationId}
          traceId={trace.traceId}
          spanId={selected}
          errors={errorsOf.get(selected) ?? []}
          nowMs={nowMs}
          isFromLink={selected === initiallySelected}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** The rows before the one that is asked for, and that one. */
const AROUND_COUNT = 21;
type Block = 'nearest' | 'center';
/** Where the details cover the lower 60% of the screen. */
const PANEL_IS_BELOW = '(width < 64rem)';
/** What stays above the rows while they scroll. */
const HEAD_PX = 36;
