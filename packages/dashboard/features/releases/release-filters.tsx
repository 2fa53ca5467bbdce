import { Search } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { SearchInput } from '#shell/commands/search-input.tsx';
import { readReleaseFilter } from './search-params.ts';

/** A plain GET form. */
export async function ReleaseFilters({ search }: { search: Promise<RawParams> }) {
  const filter = readReleaseFilter(await search);
  return (
    <form action="/releases" role="search" className="flex items-center gap-2">
      {filter.projects.map((project) => (
        <input key={project} type="hidden" name="project" value={project} />
      ))}
      {filter.environments.map((environment) => (
        <input key={environment} type="hidden" name="environment" value={environment} />
      ))}
      <select name="status" aria-label="Status" defaultValue={filter.status ?? 'open'} className="select">
        <option value="open">Open</option>
        <option value="archived">Archived</option>
      </select>
      <div className="relative min-w-0 flex-1">
        <Search size={14} aria-hidden className="pointer-events-none absolute top-[9px] left-2.5 text-faint" />
        <SearchInput
          type="search"
          name="query"
          defaultValue={filter.text}
          aria-label="Search releases"
          placeholder="Version"
          autoComplete="off"
          spellCheck={false}
          className="h-8 w-full rounded-md border border-line bg-surface pr-2 pl-8 font-mono text-12 placeholder:text-faint hover:border-line-strong"
        />
      </div>
      <button type="submit" className={buttonClass()}>
        Search
      </button>
    </form>
  );
}
