'use client';

import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { SmallInput } from './field.tsx';
import { RowIndex } from './form.tsx';

/** Form rows that can be added and removed. */
export function Rows<Row>({
  initial,
  newRow,
  noun,
  children,
}: {
  initial: Row[];
  newRow: Row;
  /** The singular name of a row, for labels. */
  noun: string;
  children: (row: Row, number: number) => ReactNode;
}) {
  const [rows, setRows] = useState(() => initial.map((row, index) => ({ row, id: index })));
  const lastId = useRef(initial.length);
  return (
    <div className="flex flex-col gap-3">
      {rows.map(({ row, id }, index) => (
        <fieldset
          key={id}
          className="flex min-w-0 flex-wrap items-start gap-3 rounded-md border border-line bg-surface p-3"
        >
          <legend className="sr-only">{`${noun} ${index + 1}`}</legend>
          <RowIndex value={index}>{children(row, index + 1)}</RowIndex>
          <Button
            small
            variant="quiet"
            className="mt-5.5 ml-auto h-8"
            aria-label={`Remove ${noun} ${index + 1}`}
            onClick={() => setRows(rows.filter((one) => one.id !== id))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button className="self-start" onClick={() => setRows([...rows, { row: newRow, id: ++lastId.current }])}>
        Add {noun}
      </Button>
    </div>
  );
}

const cellClass = 'flex min-w-0 flex-col gap-1 text-12 text-muted max-sm:grow max-sm:basis-28';

/** A labeled control of a row. */
export function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={cellClass}>
      {label}
      {children}
    </label>
  );
}

/** A labeled input of a row with its error. */
export function InputCell({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className={cellClass}>
      <label htmlFor={id}>{label}</label>
      <SmallInput id={id} {...input} />
    </div>
  );
}
