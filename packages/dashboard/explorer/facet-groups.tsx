'use client';

import { ChevronRight } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, useTransition } from 'react';
import { toast } from '#features/toast/toast.ts';
import { read, type Answer } from '#lib/read.ts';
import { count, plural } from '#ui/count.ts';
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
  const { shortId } = props.list;
  const [pending, select] = useSelect(organizationId, query);
  /** A string, so that equal projects are the same. */
  const projectList = JSON.stringify(projects);
  useEffect(() => {
    const leave = new AbortController();
    read('facetKeys', organizationId, { shortId, projects: JSON.parse(projectList) }, leave.signal).then(
      setEventKeys,
      // The other keys are there.
      () => undefined,
    );
    return () => leave.abort();
  }, [organizationId, shortId, projectList]);
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
 * Writes the selected values of a key into the search and opens its list. Resolves to whether it could. `pending` until the
 * list has loaded; a selection before that changes the search further.
 */
function useSelect(organizationId: number, query: string): [pending: boolean, Select] {
  const router = useRouter();
  const [pending, start] = useTransition();
  /** While pending, what the search will be. */
  const latest = useRef(Promise.resolve(query));
  const select = async (key: string, values: string[]): Promise<boolean> => {
    const { pathname } = location;
    const changed = (pending ? latest.current : Promise.resolve(query)).then((before) =>
      read('facetQuery', organizationId, { query: before, key, values }),
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
    (key, values) =>
      new Promise((resolve) => {
        start(async () => resolve(await select(key, values)));
      }),
  ];
}

type Select = (key: string, values: string[]) => Promise<boolean>;

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
            select={(values) => select(facetKey, values)}
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
  select: (values: string[]) => Promise<boolean>;
}

function Values({ facet, name, noun, pending, select }: ValuesProps) {
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
    if (!(await select(next))) setSelected(selectedIn(facet));
  };
  const greatest = Math.max(1, ...values.map((one) => one.count));
  return (
    <ul aria-label={name} aria-busy={pending} className="max-h-80 overflow-y-auto">
      {values.map(({ value, name: text = textOf(value), count: number }) => (
        <li key={value}>
          <label className="relative isolate flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-1 text-13 hover:bg-hover pointer-coarse:min-h-11">
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 -z-10 rounded-sm bg-line"
              style={{ width: `${(100 * number) / greatest}%` }}
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
            <span className="text-12 text-muted tabular-nums">
              <span aria-hidden>{count(number)}</span>
              <span className="sr-only">{plural(number, noun)}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
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
