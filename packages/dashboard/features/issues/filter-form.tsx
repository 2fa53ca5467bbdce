'use client';

import type { SearchProblem } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { texts } from '#components/ui/form-text.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { issuesHref, readIssueFilter } from './search-params.ts';

/** A plain GET form: it works before hydration; afterwards a choice navigates at once. */
export function FilterForm({
  query,
  projects,
  problem,
  choices,
}: {
  query: string;
  projects: string[];
  problem: Promise<SearchProblem | null>;
  choices: Choice[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    start(() => router.push(issuesHref(readIssueFilter(Object.fromEntries(texts(form))))));
  };
  return (
    <form
      action="/issues"
      role="search"
      onSubmit={submit}
      aria-busy={pending}
      className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-start"
    >
      <SearchField
        query={query}
        projects={projects}
        problem={problem}
        label="Search issues"
        placeholder="is:unresolved level:error release:1.2 words"
      />
      <Choices choices={choices} onChoose={(form) => form.requestSubmit()} />
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
