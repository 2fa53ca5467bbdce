'use client';

import type { SearchProblem } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { texts } from '#components/ui/form-text.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { eventsHref, momentText, readEventsAsked, type Stretch } from './search-params.ts';

/** A plain GET form, as the one of the list of issues. */
export function EventsForm({
  shortId,
  project,
  query,
  problem,
  stretch,
  choices,
}: {
  shortId: string;
  project: string;
  query: string;
  problem: Promise<SearchProblem | null>;
  /** What was zoomed into: kept until another range is chosen. */
  stretch: Stretch | null;
  choices: Choice[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(texts(new FormData(event.currentTarget)));
    start(() => router.push(eventsHref(shortId, { ...readEventsAsked(form), cursor: null })));
  };
  return (
    <form
      action={eventsHref(shortId, {})}
      role="search"
      onSubmit={submit}
      aria-busy={pending}
      className="grid grid-cols-2 gap-2 md:flex md:items-start"
    >
      <SearchField
        query={query}
        projects={[project]}
        problem={problem}
        label="Search events"
        placeholder="browser.name:Safari release:1.2 words"
      />
      {stretch ? (
        <>
          <input type="hidden" name="from" value={momentText(stretch.fromMs)} />
          <input type="hidden" name="to" value={momentText(stretch.toMs)} />
        </>
      ) : null}
      <Choices choices={choices} onChoose={(form) => form.requestSubmit()} />
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
