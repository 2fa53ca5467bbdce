'use client';

import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '../toast/toast.ts';
import { saveListPreferences } from '../preferences/actions.ts';
import { rowCounts } from './row-counts.ts';

/** Selects the rows per page, saved with the account. The list grows at its end, so visible rows do not move. */
export function RowCountSelect({ count }: { count: number }) {
  const [pending, start] = useTransition();
  const save = (rowCount: number) =>
    start(async () => {
      const result = await callAction(saveListPreferences({ issueRows: rowCount }));
      if (!result.ok) toast({ text: result.message });
    });
  return (
    <select
      aria-label="Rows per page"
      aria-busy={pending}
      defaultValue={count}
      onChange={(event) => save(Number(event.currentTarget.value))}
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
