'use client';

import type { TimeRange } from '@seismo/server';
import { useState, useSyncExternalStore } from 'react';
import { customRangeText } from '#lib/time/absolute.ts';
import { useZone } from '#lib/time/zone.ts';
import { lazyDialog } from '../lazy-dialog.tsx';
import { timestampText, rangeNames, ranges } from './time-range.ts';

const TimeDialog = lazyDialog(async () => (await import('./time-dialog.tsx')).TimeDialog);

const never = () => () => {};

interface Props {
  range: TimeRange | null;
  emptyLabel?: string;
  onChange: (range: TimeRange | null) => void;
}

/** A named or custom time range. `emptyLabel` adds an option for no range. */
export function TimeSelect({ range, emptyLabel, onChange }: Props) {
  const [selected, setSelected] = useState(range);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const zone = useZone();
  // The custom option opens a dialog, so it needs JavaScript.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const customRange = selected !== null && typeof selected !== 'string' ? selected : null;
  const select = (next: TimeRange | null) => {
    setSelected(next);
    onChange(next);
  };
  return (
    <>
      <select
        name="range"
        aria-label="Time range"
        value={customRange ? 'custom' : ((selected as string | null) ?? '')}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'own') setOpen(true);
          else if (value !== 'custom') select(ranges.find((name) => name === value) ?? null);
        }}
        className="select text-ellipsis max-md:max-w-44"
      >
        {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
        {ranges.map((name) => (
          <option key={name} value={name}>
            {rangeNames[name]}
          </option>
        ))}
        {customRange ? <option value="custom">{customRangeText(customRange, zone)}</option> : null}
        {isInBrowser ? <option value="own">Custom range…</option> : null}
      </select>
      {customRange ? (
        <>
          <input type="hidden" name="from" value={timestampText(customRange.fromMs)} />
          <input type="hidden" name="to" value={timestampText(customRange.toMs)} />
        </>
      ) : null}
      <TimeDialog
        open={open}
        range={selected}
        onChange={(next) => {
          close();
          select(next);
        }}
        onClose={close}
      />
    </>
  );
}
