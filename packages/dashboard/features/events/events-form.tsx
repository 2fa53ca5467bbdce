'use client';

import type { SearchProblem, TimeRange } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useRef, useTransition, type FormEvent } from 'react';
import { FacetsButton } from '#explorer/facets-button.tsx';
import { SelectFields, type SelectField } from '#ui/select-fields.tsx';
import { texts } from '#ui/form-text.ts';
import { TimeSelect } from '#shell/context-bar/time-select.tsx';
import { SearchField } from '#features/search/search-field.tsx';
import { eventsHref, readEventsUrlState } from './search-params.ts';

interface Props {
  organizationId: number;
  shortId: string;
  project: string;
  query: string;
  problem: Promise<SearchProblem | null>;
  range: TimeRange | null;
  options: SelectField[];
}

/** A plain GET form, like that of the issue list. */
export function EventsForm({ organizationId, shortId, project, query, problem, range, options }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const urlState = readEventsUrlState(Object.fromEntries(texts(new FormData(event.currentTarget))));
    start(() => router.push(eventsHref(shortId, { ...urlState, cursor: null })));
  };
  return (
    <form
      ref={form}
      action={eventsHref(shortId, {})}
      role="search"
      onSubmit={submit}
      aria-busy={pending}
      className="flex flex-wrap items-start gap-2 max-md:*:first:basis-full md:flex-nowrap"
    >
      <SearchField
        organizationId={organizationId}
        query={query}
        projects={[project]}
        problem={problem}
        label="Search events"
        placeholder="browser.name:Safari release:1.2 text"
      />
      <FacetsButton />
      <SelectFields fields={options} onChange={(form) => form.requestSubmit()} />
      <TimeSelect
        range={range}
        emptyLabel="All time"
        onChange={(selected) => {
          const urlState = readEventsUrlState(Object.fromEntries(texts(new FormData(form.current!))));
          start(() => router.push(eventsHref(shortId, { ...urlState, range: selected, cursor: null })));
        }}
      />
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
