'use client';

import { Ban, ChevronRight } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, useTransition } from 'react';
import { toast } from '#features/toast/toast.ts';
import { read, type Answer } from '#lib/read.ts';
import { count, percent, plural } from '#ui/count.ts';
import type { FacetedList } from '#features/search/facet-reads.ts';
import type { FacetsProps } from './facets.tsx';

const SOME = 6;
const ALL = 100;
/** Open at first, where they have room beside the list. */
const OPEN_COUNT = 3;
const BESIDE = '(width >= 80rem)';
/** Groups above "more facets". */
const GROUP_COUNT = { beside: 10, above: 4 };

/** The facets of a list. */
export function FacetGroups({ keys, projects, query, ...props }: FacetsProps) {
  const [eventKeys, setEventKeys] = useState<readonly string[]>([]);
  const [isBeside] = useState(() => matchMedia(BESIDE).matches);
  const [hasAll, setHasAll] = useState(false);
  const groupCount = isBeside ? GROUP_COUNT.beside : GROUP_COUNT.above;
  const { organizationId } = props;
  const { of, shortId } = props.list;
  const [pending, select] = useSelect(organizationId, of, query);
  /** A string, so that equal projects are the same. */
  const projectList = JSON.stringify(projects);
  useEffect(() => {
    const leave = new AbortController();
    read('facetKeys', organizationId, { of, shortId, projects: JSON.parse(projectList) }, leave.signal).then(
      setEventKeys,
      // The other keys are there.
      () => undefined,
    );
    return () => leave.abort();
  }, [organizationId, of, shortId, projectList]);
  const all = [...keys, ...eventKeys.map((key): [string, string] => [key, names[key] ?? key])];
  return (
    <>
      <ul className="max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-3 max-xl:md:grid-cols-4">
        {all.slice(0, hasAll ? undefined : groupCount).map(([key, name], index) => (
          <Group
            key={key}
            {...props}
            facetKey={key}
            name={name}
            initiallyOpen={isBeside && index < OPEN_COUNT}
            pending={pending}
            select={select}
          />
        ))}
      </ul>
      {all.length > groupCount ? (
        <button
          type="button"
          className="min-h-8 rounded-sm px-5 text-12 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => setHasAll(!hasAll)}
        >
          {hasAll ? 'Fewer facets' : `${all.length - groupCount} more facets`}
        </button>
      ) : null}
    </>
  );
}

/**
 * Writes the selected values of a key, or one that is excluded, into the search and opens its list. Resolves to whether it
 * could. `pending` until the list has loaded; a selection before that changes the search further.
 */
function useSelect(organizationId: number, of: FacetedList['of'], query: string): [pending: boolean, Select] {
  const router = useRouter();
  const [pending, start] = useTransition();
  /** While pending, what the search will be. */
  const latest = useRef(Promise.resolve(query));
  const select = async (key: string, change: Change): Promise<boolean> => {
    const { pathname } = location;
    const changed = (pending ? latest.current : Promise.resolve(query)).then((before) =>
      read('facetQuery', organizationId, { of, query: before, key, values: [], ...change }),
    );
    latest.current = changed.catch(() => query);
    try {
      const text = await changed;
      const search = new URLSearchParams(location.search);
      search.set('query', text);
      search.delete('cursor');
      // Not if the user has left the list meanwhile.
      if (location.pathname === pathname) start(() => router.push(`${pathname}?${search}` as Route, { scroll: false }));
      return true;
    } catch {
      toast({ text: 'The search could not be changed' });
      return false;
    }
  };
  return [
    pending,
    (key, change) =>
      new Promise((resolve) => {
        start(async () => resolve(await select(key, change)));
      }),
  ];
}

type Change = { values: string[] } | { without: string };
type Select = (key: string, change: Change) => Promise<boolean>;

const names: Record<string, string> = { release: 'Release', transaction: 'Route or task' };

interface GroupProps extends Omit<FacetsProps, 'keys' | 'projects' | 'query'> {
  facetKey: string;
  name: string;
  initiallyOpen: boolean;
  pending: boolean;
  select: Select;
}

function Group({ organizationId, list, listedAtMs, facetKey, name, noun, initiallyOpen, pending, select }: GroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(initiallyOpen);
  const [isLong, setLong] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<'facet'> | 'failed' | null>(null);
  /** A string, so that equal lists are the same. */
  const listText = JSON.stringify(list);
  useEffect(() => {
    if (!isOpen) return;
    const leave = new AbortController();
    const params = { list: JSON.parse(listText), key: facetKey, count: isLong ? ALL : SOME };
    read('facet', organizationId, params, leave.signal).then(setAnswer, () => {
      if (!leave.signal.aborted) setAnswer('failed');
    });
    return () => leave.abort();
  }, [isOpen, isLong, attempt, organizationId, listText, facetKey, listedAtMs]);
  return (
    <li className={isOpen ? 'max-xl:col-span-full' : ''}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 w-full min-w-0 items-center gap-1 rounded-sm text-left text-13 font-medium hover:bg-hover pointer-coarse:min-h-11"
      >
        <ChevronRight size={14} aria-hidden className={`shrink-0 text-faint ${isOpen ? 'rotate-90' : ''}`} />
        <span className="truncate">{name}</span>
      </button>
      <div id={id} hidden={!isOpen} className="pb-2">
        {answer === null ? (
          <div role="status" aria-label={`Loading ${name}`} className="after-100ms px-5 py-1">
            <div className="skeleton h-3.5 w-4/5" />
          </div>
        ) : answer === 'failed' ? (
          <p className="px-5 py-1 text-12 text-muted">
            The values could not be loaded.{' '}
            <button type="button" className="text-accent underline" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </button>
          </p>
        ) : answer.values.length === 0 ? (
          <p className="px-5 py-1 text-12 text-muted">No values</p>
        ) : (
          <Values
            facet={answer}
            name={name}
            noun={noun}
            pending={pending}
            isExplored={list.of === 'spans' || list.of === 'errors'}
            select={(change) => select(facetKey, change)}
          />
        )}
        {typeof answer === 'object' && answer?.hasMore && !isLong ? (
          <button
            type="button"
            className="rounded-sm px-5 text-12 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
            onClick={() => setLong(true)}
          >
            Show more<span className="sr-only"> values of {name}</span>
          </button>
        ) : null}
      </div>
    </li>
  );
}

interface ValuesProps extends Pick<GroupProps, 'name' | 'noun' | 'pending'> {
  facet: Answer<'facet'>;
  /** Its values are as sent, and can be excluded. */
  isExplored: boolean;
  select: (change: Change) => Promise<boolean>;
}

function Values({ facet, name, noun, pending, isExplored, select }: ValuesProps) {
  const { values } = facet;
  // At once, so that a second click adds to the first; what the server found follows.
  const [selected, setSelected] = useState(() => selectedIn(facet));
  const [shown, setShown] = useState(facet);
  if (facet !== shown) {
    setShown(facet);
    if (!pending) setSelected(selectedIn(facet));
  }
  const toggle = async (value: string) => {
    const next = values.map((one) => one.value).filter((one) => selected.includes(one) !== (one === value));
    setSelected(next);
    if (!(await select({ values: next }))) setSelected(selectedIn(facet));
  };
  const greatest = Math.max(1, ...values.map((one) => one.count));
  return (
    <ul aria-label={name} aria-busy={pending} className="max-h-80 overflow-y-auto">
      {values.map(({ value, name: text = isExplored ? value : textOf(value), count: number, share, isEstimated }) => (
        <li key={value} className="group/value flex items-center">
          <label className="relative isolate flex min-h-7 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-sm px-1 text-13 hover:bg-hover pointer-coarse:min-h-11">
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 -z-10 rounded-sm bg-line"
              style={{ width: `${share === undefined ? (100 * number) / greatest : 100 * share}%` }}
            />
            <input
              type="checkbox"
              checked={selected.includes(value)}
              className="size-3.5 shrink-0 accent-[var(--accent)]"
              onChange={() => void toggle(value)}
            />
            <span className="min-w-0 flex-1 truncate" title={value}>
              {text}
            </span>
            <Amount {...{ number, share, noun }} about={isEstimated ? '≈' : ''} />
          </label>
          {isExplored ? (
            <button
              type="button"
              aria-label={`Exclude ${text}`}
              title="Exclude"
              onClick={() => void select({ without: value })}
              className="flex h-6 w-6 shrink-0 items-center justify-center rounded-sm text-muted opacity-0 group-hover/value:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 pointer-coarse:h-11 pointer-coarse:w-11 pointer-coarse:opacity-100"
            >
              <Ban size={13} aria-hidden />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface AmountProps {
  number: number;
  share: number | undefined;
  noun: string;
  /** Before an estimated number. */
  about: string;
}

/** The share if it is known, with the number. */
function Amount({ number, share, noun, about }: AmountProps) {
  const [amount, text] = [`${about}${count(number)}`, `${about}${plural(number, noun)}`];
  const part = share === undefined ? null : `${about}${percent(share, 1)}`;
  return (
    <span className="text-12 text-muted tabular-nums" title={part === null ? undefined : text}>
      <span aria-hidden>{part ?? amount}</span>
      <span className="sr-only">{part === null ? text : `${part}, ${text}`}</span>
    </span>
  );
}

const selectedIn = ({ values }: Answer<'facet'>): string[] =>
  values.filter(({ isSelected }) => isSelected).map(({ value }) => value);

const texts: Record<string, string> = {
  none: 'Unassigned',
  me: 'Me',
  archived_until_escalating: 'archived until escalating',
  archived_until_condition_met: 'archived until a condition is met',
  archived_forever: 'archived forever',
};
const textOf = (value: string): string => texts[value] ?? value;
