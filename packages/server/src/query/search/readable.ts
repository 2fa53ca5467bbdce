import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import { knownFor } from './known.ts';
import { compileIssueSearch, orProblem, readSearch } from '#domain/search/compile-search.ts';

/** Throws a refusal that says what is wrong with a search of issues that cannot be read, if it cannot. */
export async function requireReadable(
  deps: Pick<QueryDeps, 'state' | 'clock'>,
  viewer: Viewer,
  text: string,
): Promise<void> {
  const projects = await deps.state.listProjects(organizationsFor(viewer, 'event:read'));
  const understood = await orProblem(text, async () => {
    const search = readSearch(text);
    return compileIssueSearch(search, await knownFor(deps, viewer, projects, search), async () => []);
  });
  if ('problem' in understood) throw new Refusal('invalid', understood.problem.message);
}
