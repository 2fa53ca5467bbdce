'use client';

import { ChevronRight } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useOptimistic, useState, useTransition } from 'react';
import { useOwnPreference } from '#features/preferences/own-preferences.ts';
import type { FacetedList } from '#features/search/facet-reads.ts';
import { read, type Answer } from '#lib/read.ts';
import { count, plural } from '#ui/count.ts';
import { FACETS_ID } from './facets-button.tsx';

const SOME = 6;
const ALL = 100;
/** Open at first, where they have room beside the list. */
const OPEN_COUNT = 3;
const BESIDE = '(width >= 80rem)';

interface Props {
  organizationId: number;
  list: FacetedList;
  /** When the list beside it was made: its values are counted again. */
  listedAtMs: number;
  /** Keys that every list of this kind has. Those of events follow. */
  keys: [key: string, name: string][];
  /** The projects whose events have keys. */
  projects: string[];
  /** What a value counts. */
  noun: string;
}

/** The values by which a list can be narrowed, with their counts. Nothing loads until it is shown and opened. */
export function Facets(props: Props) {
  const isShown = useOwnPreference('facets') === 'shown';
  return (
    <aside
      id={FACETS_ID}
      aria-label="Facets"
      className="hidden facets-shown:block max-xl:mb-3 max-xl:border-b max-xl:border-line max-xl:pb-2"
    >
      {isShown ? <Groups {...props} /> : null}
    </aside>
  );
}

function Groups({ keys, projects, ...props }: Props) {
  const [eventKeys, setEventKeys] = useState<readonly string[]>([]);
  const [isBeside] = useState(() => matchMedia(BESIDE).matches);
  const { organizationId } = props;
  /** A string, so that equal projects are the same. */
  const projectList = JSON.stringify(projects);
  useEffect(() => {
    const leave = new AbortController();
    read('facetKeys', organizationId, { projects: JSON.parse(projectList) }, leave.signal).then(
      setEventKeys,
      // The other keys are there.
      () => undefined,
    );
    return () => leave.abort();
  }, [organizationId, projectList]);
  const all = [...keys, ...eventKeys.map((key): [string, string] => [key, names[key] ?? key])];
  return (
    <ul className="max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-3 max-xl:md:grid-cols-4">
      {all.map(([key, name], index) => (
        <Group key={key} {...props} facetKey={key} name={name} initiallyOpen={isBeside && index < OPEN_COUNT} />
      ))}
    </ul>
  );
}

const names: Record<string, string> = { release: 'Release', transaction: 'Route or task' };

interface GroupProps extends Omit<Props, 'keys' | 'projects'> {
  facetKey: string;
  name: string;
  initiallyOpen: boolean;
}

function Group({ organizationId, list, listedAtMs, facetKey, name, noun, initiallyOpen }: GroupProps) {
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
          <Values answer={answer} name={name} noun={noun} />
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

function Values({ answer, name, noun }: { answer: Exclude<Answer<'facet'>, null>; name: string; noun: string }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  /** The value whose list is loading. */
  const [toggled, setToggled] = useOptimistic<string | null>(null);
  const greatest = Math.max(...answer.values.map((one) => one.count));
  return (
    <ul aria-label={name} aria-busy={pending} className="max-h-80 overflow-y-auto">
      {answer.values.map(({ value, count: number, isSelected, href }) => (
        <li key={value}>
          <label className="relative flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-1 text-13 hover:bg-hover pointer-coarse:min-h-11">
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 -z-10 rounded-sm bg-sunken"
              style={{ width: `${(100 * number) / greatest}%` }}
            />
            <input
              type="checkbox"
              checked={isSelected !== (toggled === value)}
              className="size-3.5 shrink-0 accent-[var(--accent)]"
              onChange={() =>
                start(() => {
                  setToggled(value);
                  router.push(href as Route, { scroll: false });
                })
              }
            />
            <span className="min-w-0 flex-1 truncate" title={value}>
              {textOf(value)}
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

const texts: Record<string, string> = {
  none: 'Nobody',
  me: 'Me',
  archived_until_escalating: 'archived until escalating',
  archived_until_condition_met: 'archived until a condition is met',
  archived_forever: 'archived forever',
};
const textOf = (value: string): string => texts[value] ?? value;
