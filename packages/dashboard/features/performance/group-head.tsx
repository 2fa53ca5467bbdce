import type { RawParams } from '#explorer/url-state.ts';
import { Crumbs } from '#shell/crumbs.tsx';
import { performanceHref, readGroupFilter } from './search-params.ts';
import { kindWords } from './words.ts';

/** What is measured on this page. */
export async function GroupHead({ search }: { search: Promise<RawParams> }) {
  const { kind, project, service, name } = readGroupFilter(await search);
  const words = kindWords[kind];
  return (
    <header className="flex flex-col gap-2 pt-4 pb-3">
      <title>{`${name || words.one} · Performance · Seismo`}</title>
      <Crumbs
        crumbs={[
          { name: 'Performance', href: '/traces/performance' },
          { name: words.name, href: performanceHref({ kind }) },
        ]}
      />
      <h1 className="line-clamp-3 text-20 leading-tight [overflow-wrap:anywhere]">{name || 'No name'}</h1>
      <p className="text-13 text-muted">
        {words.one} of {project}
        {service === '' || service === project ? null : `, service ${service}`}
      </p>
    </header>
  );
}
