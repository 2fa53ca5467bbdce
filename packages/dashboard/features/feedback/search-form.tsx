'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { SearchInput } from '#shell/commands/search-input.tsx';
import { text } from '#ui/form-text.ts';

/** Searches messages by words. A plain GET form: it works before hydration. `rest` has the other URL parameters. */
export function SearchForm({ query, rest }: { query: string; rest: [name: string, value: string][] }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = text(new FormData(event.currentTarget), 'query').trim();
    const params = new URLSearchParams([...rest, ...(words === '' ? [] : [['query', words]])]).toString();
    start(() => router.push(params === '' ? '/feedback' : `/feedback?${params}`));
  };
  return (
    <form
      action="/feedback"
      role="search"
      aria-busy={pending}
      onSubmit={submit}
      className="relative my-2 flex items-center"
    >
      <Search size={15} aria-hidden className="pointer-events-none absolute left-2.5 text-muted" />
      <SearchInput
        type="search"
        name="query"
        aria-label="Search feedback"
        placeholder="Search messages"
        defaultValue={query}
        maxLength={200}
        className="h-8 w-full rounded-md border border-line bg-surface pr-2 pl-8 text-13 text-ink placeholder:text-muted hover:border-line-strong pointer-coarse:h-11"
      />
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
