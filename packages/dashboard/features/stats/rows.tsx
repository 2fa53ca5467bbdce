import type { ReactNode } from 'react';
import { TableHead } from '#ui/table-head.tsx';
import { colorOf } from './ledger.ts';

const numbers = new Set(['Items', 'Share', 'Received']);

/** A table of outcomes. Numbers are right-aligned. */
export function Rows({ head, children }: { head: string[]; children: ReactNode }) {
  return (
    <table className="w-full text-13">
      <TableHead columns={head.map((name) => ({ name, number: numbers.has(name), className: 'pr-4 last:pr-0' }))} />
      <tbody>{children}</tbody>
    </table>
  );
}

export function Cell({ number = false, children }: { number?: boolean; children: ReactNode }) {
  return (
    <td className={`py-1.5 pr-4 align-top last:pr-0 ${number ? 'text-right' : '[overflow-wrap:anywhere]'}`}>
      {children}
    </td>
  );
}

export function Dot({ outcome }: { outcome: string }) {
  return (
    <span aria-hidden className="mr-1 inline-block size-2 rounded-full" style={{ background: colorOf(outcome) }} />
  );
}
