import type { QueryDeps } from '../deps.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import { knownFor } from './known.ts';
import { compileEventSearch, compileIssueSearch, readSearch } from '#domain/search/compile-search.ts';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import { orProblem, refusalOf } from './or-problem.ts';

/** Throws a refusal with the error if a search of this list is invalid. */
export async function requireReadable(
  deps: Pick<QueryDeps, 'state' | 'clock'>,
  viewer: Viewer,
  list: 'issues' | 'events' | 'spans',
  text: string,
): Promise<void> {
  const projects = await deps.state.listProjects(organizationsFor(viewer, 'event:read'));
  const understood = await orProblem(text, async () => {
    if (list === 'spans') return compileSpanSearch(text, { nowMs: deps.clock.now(), projects });
    const search = readSearch(text);
    const compile = list === 'issues' ? compileIssueSearch : compileEventSearch;
    return compile(search, await knownFor(deps, viewer, projects, search));
  });
  if ('problem' in understood) throw refusalOf(understood.problem, text);
}
