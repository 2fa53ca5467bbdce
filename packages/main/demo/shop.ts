import type { Runtime, Viewer } from '@seismo/server/parts';
import type { Colleague } from './users.ts';
import type { DemoProject } from './templates.ts';

/** The dashboard's commands and queries, run as the demo's colleagues at the time of the story. */
export interface Shop {
  command: Runtime['command'];
  query: Runtime['query'];
  /** The current time of the story. */
  nowMs: number;
  as(who: Colleague): Promise<Viewer>;
}

/** The short IDs of the issues that a search finds. */
export async function issues(shop: Shop, project: DemoProject, query: string): Promise<string[]> {
  const filter = { projects: [project], environments: [], query, sort: 'last-seen', range: '90d' } as const;
  const page = await shop.query.listIssues(await shop.as('demo'), {
    ...filter,
    projects: [project],
    environments: [],
    cursor: null,
    count: 100,
  });
  return page.issues.map(({ shortId }) => shortId);
}

/** The only issue that a search finds. */
export async function issue(shop: Shop, project: DemoProject, query: string): Promise<string> {
  const [found, ...others] = await issues(shop, project, query);
  if (!found || others.length > 0)
    throw new Error(`The demo's story means one issue by ${query}, not ${others.length + (found ? 1 : 0)}.`);
  return found;
}

/** The only feedback with these words. */
export async function feedbackWith(shop: Shop, words: string): Promise<number> {
  const everything = { projects: [], environments: [], range: null, issue: null, status: null, cursor: null };
  const query = { ...everything, text: `"${words}"`, count: 2 };
  const { feedback } = await shop.query.listFeedback(await shop.as('demo'), query);
  const [found, ...others] = feedback;
  if (!found || others.length > 0) throw new Error(`The demo's story means one feedback that says ${words}.`);
  return found.id;
}
