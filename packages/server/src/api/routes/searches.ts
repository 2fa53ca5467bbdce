import { limits } from '@seismo/protocol';
import type { Context } from 'hono';
import { z } from 'zod';
import type { IssueSort } from '#query/issues/views.ts';
import type { SavedSearchView } from '#query/search/views.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ApiEnv, Routes } from '../deps.ts';
import { sorts } from '../issue-filter.ts';
import { readBody } from '../read-body.ts';

const saved = z.object({
  name: z.string(),
  query: z.string(),
  sort: z.enum(Object.keys(sorts) as [keyof typeof sorts]).default('date'),
  visibility: z.enum(['owner', 'organization']).default('owner'),
});

/** Saved searches, and the names and values of tags that searches are made of. */
export const searchRoutes: Routes = (api, { query, command }) => {
  api.get('/organizations/:org/searches', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json((await query.savedSearches(viewer)).map(searchShape));
  });
  const save = async (context: Context<ApiEnv>, id: number | null) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org')!);
    const { name, query: text, sort, visibility } = await readBody(context, saved);
    const input = { name, query: text, sort: sorts[sort], shared: visibility === 'organization' };
    return searchShape(await command.saveSearch(viewer, id, input));
  };
  api.post('/organizations/:org/searches', async (context) => context.json(await save(context, null), 201));
  api.put('/organizations/:org/searches/:id', async (context) => {
    return context.json(await save(context, idOf(context.req.param('id'))));
  });
  api.delete('/organizations/:org/searches/:id', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    await command.deleteSavedSearch(viewer, idOf(context.req.param('id')));
    return context.body(null, 204);
  });

  for (const path of ['/organizations/:org/tags', '/projects/:org/:project/tags'] as const) {
    api.get(path, async (context) => {
      const { org, projects } = named(context);
      const viewer = await query.within(context.get('viewer'), org);
      const keys = await query.tagKeys(viewer, projects);
      return context.json(keys.map(({ key, events }) => ({ key, name: key, totalValues: events })));
    });
    api.get(`${path}/:key/values`, async (context) => {
      const { org, projects } = named(context);
      const viewer = await query.within(context.get('viewer'), org);
      const ask = { key: context.req.param('key'), contains: context.req.query('query') ?? '' };
      const values = await query.tagValues(viewer, projects, ask);
      return context.json(values.map(({ value, events: count }) => ({ key: ask.key, name: value, value, count })));
    });
  }
};

function searchShape({ id, name, query, sort, shared, createdAtMs }: SavedSearchView) {
  return {
    id: String(id),
    type: 0,
    name,
    query,
    sort: nameOf(sort),
    visibility: shared ? 'organization' : 'owner',
    dateCreated: new Date(createdAtMs).toISOString(),
    isGlobal: false,
    isPinned: false,
  };
}

function nameOf(sort: IssueSort): string {
  return Object.entries(sorts).find(([, ours]) => ours === sort)?.[0] ?? 'date';
}

function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Refusal('not-found', 'There is no such search, or you may not see it.');
}

function named(context: Context<ApiEnv>): { org: string; projects: string[] } {
  const project = context.req.param('project');
  const asked = project === undefined ? (context.req.queries('project') ?? []) : [project];
  if (asked.length > limits.FILTER_NAME_COUNT_MAX) {
    throw new Refusal('invalid', `At most ${limits.FILTER_NAME_COUNT_MAX} projects are named in one request.`);
  }
  return { org: context.req.param('org')!, projects: asked.includes('-1') ? [] : asked };
}
