'use client';

import type { IssueFilter, SearchProblem } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { texts } from '#components/ui/form-text.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { issuesHref, readIssueFilter } from './search-params.ts';

/** A plain GET form: it works before hydration; afterwards a choice navigates at once. */
export function FilterForm({
  filter,
  problem,
  choices,
}: {
  filter: IssueFilter;
  problem: Promise<SearchProblem | null>;
  choices: Choice[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { query, sort } = readIssueFilter(Object.fromEntries(texts(new FormData(event.currentTarget))));
    start(() => router.push(issuesHref({ ...filter, query, sort, cursor: null })));
  };
  return (
    <form action="/issues" role="search" onSubmit={submit} aria-busy={pending} className="flex items-start gap-2">
      <SearchField
        query={filter.query}
        projects={filter.projects}
        problem={problem}
        label="Search issues"
        placeholder="is:unresolved level:error release:1.2 words"
      />
      <Choices choices={choices} onChoose={(form) => form.requestSubmit()} />
      {filter.projects.map((project) => (
        <input key={project} type="hidden" name="project" value={project} />
      ))}
      {filter.environments.map((environment) => (
        <input key={environment} type="hidden" name="environment" value={environment} />
      ))}
      <input type="hidden" name="range" value={filter.range} />
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
