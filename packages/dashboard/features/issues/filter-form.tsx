'use client';

import type { IssueFilter, SearchProblem } from '@seismo/server';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { SelectFields, type SelectField } from '#ui/select-fields.tsx';
import { text } from '#ui/form-text.ts';
import { timeOf } from '#shell/context-bar/time-range.ts';
import { SearchField } from '#features/search/search-field.tsx';
import { issuesHref, sorts } from './search-params.ts';
import { oneOf } from '#explorer/url-state.ts';

interface Props {
  organizationId: number;
  filter: IssueFilter;
  problem: Promise<SearchProblem | null>;
  options: SelectField[];
}

/** A plain GET form: it works before hydration; afterward a selection navigates immediately. */
export function FilterForm({ organizationId, filter, problem, options }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [query, sort] = [text(form, 'query'), oneOf(sorts, text(form, 'sort')) ?? filter.sort];
    start(() => router.push(issuesHref({ ...filter, query, sort, cursor: null })));
  };
  return (
    <form action="/issues" role="search" onSubmit={submit} aria-busy={pending} className="flex items-start gap-2">
      <SearchField
        organizationId={organizationId}
        query={filter.query}
        projects={filter.projects}
        problem={problem}
        label="Search issues"
        placeholder="is:unresolved level:error release:1.2 text"
      />
      <SelectFields fields={options} onChange={(form) => form.requestSubmit()} />
      {filter.projects.map((project) => (
        <input key={project} type="hidden" name="project" value={project} />
      ))}
      {filter.environments.map((environment) => (
        <input key={environment} type="hidden" name="environment" value={environment} />
      ))}
      {timeOf(filter.range).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
