import { Search } from 'lucide-react';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { environmentOptions } from '#features/environments/options.ts';
import type { RawParams } from '#features/issues/search-params.ts';
import { readReleaseFilter } from './search-params.ts';

/** A plain GET form. */
export async function ReleaseFilters({ search }: { search: Promise<RawParams> }) {
  const filter = readReleaseFilter(await search);
  const [projects, environments] = await Promise.all([
    ask((viewer) => runtime().query.listProjects(viewer)),
    ask((viewer) => runtime().query.environments(viewer, filter.projects)),
  ]);
  return (
    <form action="/releases" role="search" className="grid grid-cols-2 items-center gap-2 md:flex md:flex-wrap">
      <select name="project" aria-label="Project" defaultValue={filter.projects[0] ?? ''} className="select">
        <option value="">All projects</option>
        {projects.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <select
        name="environment"
        aria-label="Environment"
        defaultValue={filter.environments[0] ?? ''}
        className="select"
      >
        {environmentOptions(environments, filter.environments[0]).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select name="status" aria-label="Status" defaultValue={filter.status ?? 'open'} className="select">
        <option value="open">Open</option>
        <option value="archived">Archived</option>
      </select>
      <div className="relative col-span-2 row-start-2 min-w-0 flex-1 basis-48 md:row-start-auto">
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
