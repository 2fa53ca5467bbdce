import { Search } from 'lucide-react';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { buttonClass } from '#components/ui/button.tsx';
import type { RawParams } from '#features/issues/search-params.ts';
import { readReleaseFilter } from './search-params.ts';

/** A plain GET form. */
export async function ReleaseFilters({ search }: { search: Promise<RawParams> }) {
  const filter = readReleaseFilter(await search);
  const projects = await ask((viewer) => runtime().query.listProjects(viewer));
  return (
    <form action="/releases" role="search" className="flex flex-wrap items-center gap-2">
      <select name="project" aria-label="Project" defaultValue={filter.projects[0] ?? ''} className="select">
        <option value="">All projects</option>
        {projects.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <select name="status" aria-label="Status" defaultValue={filter.status ?? 'open'} className="select">
        <option value="open">Open</option>
        <option value="archived">Archived</option>
      </select>
      <div className="relative min-w-0 flex-1 basis-48">
        <Search size={14} aria-hidden className="pointer-events-none absolute top-[9px] left-2.5 text-faint" />
        <input
          type="search"
          name="query"
          defaultValue={filter.text}
          data-command="search"
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
