'use client';

import type { RangeName, TimeRange } from '@seismo/server';
import clsx from 'clsx';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { MultiSelect, type MultiSelectProps } from '#ui/multi-select.tsx';
import { TimeSelect } from './time-select.tsx';
import { setTimeRange } from './time-range.ts';

interface Props {
  path: string;
  lists: MultiSelectProps[];
  /** `null` where the page has no time range. */
  range: TimeRange | null;
  /** Of the page, if its URL has none. */
  defaultRange: RangeName;
  /** The problem with the time range in the URL. */
  problem?: string | null;
  rest: [name: string, value: string][];
}

/** A plain GET form that works before hydration. Afterwards each selection navigates at once. */
export function ContextForm({ path, lists, range, defaultRange, problem = null, rest }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (change: { list: string; values: string[] } | { range: TimeRange }) => {
    const query = new URLSearchParams();
    for (const { name, selected } of lists) {
      const values = 'list' in change && change.list === name ? change.values : selected;
      for (const value of values) query.append(name, value);
    }
    const selected = 'range' in change ? change.range : range;
    if (selected !== null) setTimeRange(query, selected, defaultRange);
    for (const [name, value] of rest) query.append(name, value);
    const search = query.toString();
    start(() => router.push((search === '' ? path : `${path}?${search}`) as Route));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Closing an open list applies it.
    for (const list of event.currentTarget.querySelectorAll('details')) list.open = false;
  };
  return (
    <form
      action={path}
      aria-label="Page filters"
      aria-busy={pending}
      onSubmit={submit}
      className={clsx(
        'relative flex gap-2 *:min-w-0 max-md:gap-1.5 max-md:*:grow max-md:[&>select]:shrink-0',
        problem !== null && 'flex-wrap',
      )}
    >
      {lists.map((list) => (
        <MultiSelect key={list.name} {...list} onChange={(values) => go({ list: list.name, values })} />
      ))}
      {range === null ? null : (
        <TimeSelect range={range} onChange={(selected) => go({ range: selected ?? defaultRange })} />
      )}
      {problem === null ? null : (
        <p role="status" className="order-last basis-full text-12 text-warning">
          {problem}
        </p>
      )}
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
