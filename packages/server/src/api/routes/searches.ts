import { z } from 'zod';
import type { IssueSort } from '#query/issues/views.ts';
import type { SavedSearchView } from '#query/search/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { sorts } from '../issue-filter.ts';
import { page, pageOf } from '../page.ts';
import { text } from '../parameters.ts';
import { projectParameter, projectsOf } from '../projects-of.ts';

const saved = z.strictObject({
  name: z.string(),
  query: z.string(),
  sort: z.enum(Object.keys(sorts) as [keyof typeof sorts]).default('date'),
  visibility: z.enum(['owner', 'organization']).default('owner'),
});

/** Saved searches of issues, and the names and values of tags that searches are made of. */
export const searchRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/organizations/:org/searches', { query: page }, async (context, viewer, sent) =>
    context.json(pageOf(context, publicUrl, sent.query, await query.savedSearches(viewer, 'issues')).map(searchShape)),
  );
  const save = async (viewer: Viewer, id: number | null, body: z.output<typeof saved>) => {
    const { name, query: text, sort, visibility } = body;
    const input = {
      list: 'issues' as const,
      name,
      query: text,
      sort: sorts[sort],
      shared: visibility === 'organization',
    };
    return searchShape(await command.saveSearch(viewer, id, input));
  };
  api.post('/organizations/:org/searches', { body: saved }, async (context, viewer, { body }) =>
    context.json(await save(viewer, null, body), 201),
  );
  api.put('/organizations/:org/searches/:id', { body: saved }, async (context, viewer, { body }) =>
    context.json(await save(viewer, idOf(context.req.param('id')), body)),
  );
  api.delete('/organizations/:org/searches/:id', {}, async (context, viewer) => {
    await command.deleteSavedSearch(viewer, 'issues', idOf(context.req.param('id')));
    return context.body(null, 204);
  });

  for (const path of ['/organizations/:org/tags', '/projects/:org/:project/tags'] as const) {
    const where = projectParameter(path);
    api.get(path, { query: { ...where, ...page } }, async (context, viewer, sent) => {
      const projects = projectsOf(context, sent.query);
      const keys = await query.tagKeys(viewer, projects);
      const visible = pageOf(context, publicUrl, sent.query, keys);
      return context.json(visible.map(({ key, events }) => ({ key, name: key, totalValues: events })));
    });
    api.get(`${path}/:key/values`, { query: { ...where, query: text, ...page } }, async (context, viewer, sent) => {
      const projects = projectsOf(context, sent.query);
      const params = { key: context.req.param('key'), contains: sent.query.query ?? '' };
      const values = await query.tagValues(viewer, projects, params);
      const visible = pageOf(context, publicUrl, sent.query, values);
      return context.json(visible.map(({ value, events: count }) => ({ key: params.key, name: value, value, count })));
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
  throw new Refusal('not-found', 'Saved search not found, or you do not have access to it.');
}
