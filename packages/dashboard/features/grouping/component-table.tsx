'use client';

import type { GroupingComponent } from '@seismo/protocol';
import { Check, Minus } from 'lucide-react';
import { plural } from '#ui/count.ts';
import { ComponentValue, nameOf } from './component-value.tsx';
import { foldRuns } from './fold-runs.ts';
import { Fold } from './fold.tsx';

/**
 * All components of the grouping: what counted, and what did not and why. Many with the same reason are one line. Sent
 * as data, because few users open it (docs/decisions/0024-rows-as-data.md).
 */
export function ComponentTable({ components }: { components: GroupingComponent[] }) {
  const rows = foldRuns(components, ({ kind, contributes, why }) => (contributes ? null : `${kind}: ${why}`));
  return (
    <table className="w-full text-13">
      <thead className="sr-only">
        <tr>
          <th scope="col">Used</th>
          <th scope="col">Part</th>
          <th scope="col">Value</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          Array.isArray(row) ? <Run key={index} run={row} /> : <Row key={index} part={row} />,
        )}
      </tbody>
    </table>
  );
}

const rowClass =
  'grid grid-cols-[20px_72px_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5 first:border-t sm:grid-cols-[20px_88px_minmax(0,1fr)_200px]';

function Row({ part }: { part: GroupingComponent }) {
  return (
    <tr className={rowClass}>
      <td className="pt-0.5">
        <UsedIcon counts={part.contributes} />
      </td>
      <td className="text-12 leading-5 text-muted">{nameOf(part.kind)}</td>
      <td className="min-w-0 leading-5">
        <ComponentValue component={part} />
      </td>
      <Why text={part.why} />
    </tr>
  );
}

function Run({ run }: { run: GroupingComponent[] }) {
  const { kind, why } = run[0]!;
  return (
    <tr className={rowClass}>
      <td className="pt-0.5">
        <UsedIcon counts={false} />
      </td>
      <td className="text-12 leading-5 text-muted">{nameOf(kind)}</td>
      <td className="min-w-0 leading-5">
        <Fold
          label={plural(run.length, nameOf(kind))}
          inside={
            <ul className="flex flex-col gap-1">
              {run.map((part, index) => (
                <li key={index}>
                  <ComponentValue component={part} />
                </li>
              ))}
            </ul>
          }
        />
      </td>
      <Why text={why} />
    </tr>
  );
}

function Why({ text }: { text: string }) {
  return <td className="col-start-3 text-12 leading-5 text-muted sm:col-start-4">{text}</td>;
}

function UsedIcon({ counts }: { counts: boolean }) {
  return counts ? (
    <Check size={15} role="img" aria-label="used" className="text-accent" />
  ) : (
    <Minus size={15} role="img" aria-label="not used" className="text-faint" />
  );
}
