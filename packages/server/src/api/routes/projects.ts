import { z } from 'zod';
import type { EnvironmentView } from '#query/projects/views.ts';
import { Refusal } from '#watch/refusal.ts';
import { projectShape } from '../shape/project.ts';
import { readBody } from '../read-body.ts';
import type { Routes } from '../deps.ts';
import { changeOptions, optionsChange, optionsOf } from '../project-options.ts';

const newProject = z.object({
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
});

const projectChange = optionsChange.extend({
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
});

export const projectRoutes: Routes = (api, { query, command }) => {
  api.get('/projects', async (context) => {
    return context.json((await query.listProjects(context.get('viewer'))).map(projectShape));
  });

  api.get('/organizations/:org/projects', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json((await query.listProjects(viewer)).map(projectShape));
  });

  api.post('/organizations/:org/projects', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { name, slug, platform } = await readBody(context, newProject);
    const project = await command.createProject(viewer, {
      name: name ?? '',
      slug: slug ?? slugOf(name ?? ''),
      platform: platform ?? '',
    });
    return context.json(projectShape(project), 201);
  });

  api.get('/projects/:org/:project', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const slug = context.req.param('project');
    const project = await query.project(viewer, slug);
    return context.json({ ...projectShape(project), ...(await optionsOf(query, viewer, slug)) });
  });

  api.put('/projects/:org/:project', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const named = context.req.param('project');
    const { name, slug: nextSlug, platform, ...change } = await readBody(context, projectChange);
    await changeOptions({ query, command }, viewer, named, change);
    const said = {
      ...(name !== undefined && { name }),
      ...(nextSlug !== undefined && { slug: nextSlug }),
      ...(platform !== undefined && { platform: platform ?? '' }),
    };
    const isRenamed = Object.keys(said).length > 0;
    const slug = isRenamed ? (await command.updateProject(viewer, named, said)).slug : named;
    const project = await query.project(viewer, slug);
    return context.json({ ...projectShape(project), ...(await optionsOf(query, viewer, slug)) });
  });

  /** It takes nothing any more; the rest goes once what came before it has been processed. */
  api.delete('/projects/:org/:project', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { slug } = await query.project(viewer, context.req.param('project'));
    await command.deleteProject(viewer, slug, slug);
    return context.body(null, 204);
  });

  api.get('/projects/:org/:project/environments', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const visibility = context.req.query('visibility') ?? 'visible';
    if (!['all', 'visible', 'hidden'].includes(visibility)) {
      throw new Refusal('invalid', 'The visibility is all, visible or hidden.');
    }
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const shown = known.filter(({ hidden }) => visibility === 'all' || hidden === (visibility === 'hidden'));
    return context.json(shown.map(environmentShape));
  });

  api.get('/projects/:org/:project/environments/:environment', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const found = known.find(({ name }) => name === context.req.param('environment'));
    if (!found) throw new Refusal('not-found', 'There is no such environment in this project.');
    return context.json(environmentShape(found));
  });

  api.put('/projects/:org/:project/environments/:environment', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { isHidden } = await readBody(context, z.object({ isHidden: z.boolean() }));
    const { project, environment } = context.req.param();
    return context.json(environmentShape(await command.hideEnvironment(viewer, project, environment, isHidden)));
  });

  api.get('/organizations/:org/environments', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const projects = (context.req.queries('project') ?? []).filter((name) => name !== '' && name !== '-1');
    const names = await query.environments(viewer, projects);
    return context.json(names.map((name) => ({ id: name, name })));
  });
};

function environmentShape({ name, hidden }: EnvironmentView) {
  return { id: name, name, isHidden: hidden };
}

/** `My shop (EU)` → `my-shop-eu`, as Sentry does for who sends a name only. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
