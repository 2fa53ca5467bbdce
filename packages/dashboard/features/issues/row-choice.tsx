'use client';

import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { chooseForLists } from './actions.ts';
import { rowCounts } from './row-counts.ts';

/** How many rows a page has, for this person in every browser. What is read stays where it is: the list grows at its foot. */
export function RowChoice({ count }: { count: number }) {
  const [pending, start] = useTransition();
  const choose = (chosen: number) =>
    start(async () => {
      const result = await callAction(chooseForLists({ issueRows: chosen }));
      if (!result.ok) toast({ text: result.message });
    });
  return (
    <select
      aria-label="Rows per page"
      aria-busy={pending}
      defaultValue={count}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      className="select"
    >
      {rowCounts.map((each) => (
        <option key={each} value={each}>
          {each} rows
        </option>
      ))}
    </select>
  );
}
