'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { texts } from '#components/ui/form-text.ts';
import { issuesHref, readIssueFilter } from './search-params.ts';

/** A plain GET form: it works before hydration; afterwards a choice navigates at once. */
export function FilterForm({ query, choices }: { query: string; choices: Choice[] }) {
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
      className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center"
    >
      <div className="relative col-span-2 min-w-0 md:order-last md:flex-1 md:basis-64">
        <Search size={14} aria-hidden className="pointer-events-none absolute top-[9px] left-2.5 text-faint" />
        <input
          type="search"
          name="query"
          defaultValue={query}
          data-command="search"
          aria-label="Search issues"
          placeholder="is:unresolved level:error release:1.2 words"
          autoComplete="off"
          spellCheck={false}
          className="h-8 w-full rounded-md border border-line bg-surface pr-2 pl-8 font-mono text-12 placeholder:text-faint hover:border-line-strong"
        />
      </div>
      <Choices choices={choices} onChoose={(form) => form.requestSubmit()} />
      <button type="submit" className="sr-only">
        Search
      </button>
    </form>
  );
}
