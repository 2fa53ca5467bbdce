import { Facets } from '#explorer/facets.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { organizationId } from '#server/viewer.ts';
import { readProblem } from './read.ts';
import { readExploreState, type Dataset } from './search-params.ts';

const keys: Record<Dataset, [key: string, name: string][]> = {
  spans: [
    ['span.op', 'Operation'],
    ['service.name', 'Service'],
    ['span.status', 'Status'],
    ['environment', 'Environment'],
    ['release', 'Release'],
    ['transaction', 'Page load, request or job'],
    ['project', 'Project'],
  ],
  errors: [
    ['level', 'Level'],
    ['environment', 'Environment'],
    ['error.type', 'Type'],
  ],
};

/** The most frequent values of what the search finds. They load after the result. */
export async function ExploreFacets({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  const { dataset, projects, query } = readExploreState(params);
  await readProblem(search);
  return (
    <Facets
      organizationId={await organizationId()}
      list={{ of: dataset, shortId: null, params }}
      query={query}
      listedAtMs={Date.now()}
      keys={keys[dataset]}
      projects={projects}
      noun={dataset === 'spans' ? 'span' : 'error'}
    />
  );
}
