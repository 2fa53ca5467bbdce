import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import type { Search } from './ast.ts';
import type { Known } from './keys.ts';
import { asksReleases } from './meaning.ts';

/** What this search needs to know of these projects. */
export async function knownFor(
  { state, clock }: Pick<QueryDeps, 'state' | 'clock'>,
  projects: Project[],
  search: Search,
): Promise<Known> {
  const releases = asksReleases(search)
    ? (await Promise.all(projects.map(({ id }) => state.listReleases(id)))).flat()
    : [];
  return { nowMs: clock.now(), projects, releases };
}
