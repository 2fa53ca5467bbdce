import { z } from 'zod';
import type { EnvironmentView } from '#query/projects/views.ts';
import { needs } from '#query/needs.ts';
import { Refusal } from '#watch/refusal.ts';
import { projectShape } from '../shape/project.ts';
import type { Routes } from '../deps.ts';
import { page, pageOf } from '../page.ts';
import { choice, common, texts } from '../parameters.ts';
import { projectsAsked } from '../projects-of.ts';
import { changeOptions, optionsChange, optionsOf } from '../project-options.ts';

const newProject = z.strictObject({
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
});

const projectChange = optionsChange.extend({
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
});

const environmentChange = z.strictObject({ isHidden: z.boolean() });
const environmentParameters = { visibility: choice(['all', 'visible', 'hidden']), ...page };

export const projectRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/projects', { query: page }, async (context, sent) => {
    const projects = await query.listProjects(context.get('viewer'));
    return context.json(pageOf(context, publicUrl, sent.query, projects).map(projectShape));
  });

  api.get('/organizations/:org/projects', { query: page }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json(pageOf(context, publicUrl, sent.query, await query.listProjects(viewer)).map(projectShape));
  });

  api.post('/organizations/:org/projects', { body: newProject }, async (context, { body }) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { name, slug, platform } = body;
    const project = await command.createProject(viewer, {
      name: name ?? '',
      slug: slug ?? slugOf(name ?? ''),
      platform: platform ?? '',
    });
    return context.json(projectShape(project), 201);
  });

  api.get('/projects/:org/:project', { query: { collapse: common.collapse } }, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const slug = context.req.param('project');
    const project = await query.project(viewer, slug);
    return context.json({ ...projectShape(project), ...(await optionsOf(query, viewer, slug)) });
  });

  api.put('/projects/:org/:project', { body: projectChange }, async (context, { body }) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'), needs.project);
    const named = context.req.param('project');
    const { name, slug: nextSlug, platform, ...change } = body;
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
  api.delete('/projects/:org/:project', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { slug } = await query.project(viewer, context.req.param('project'));
    await command.deleteProject(viewer, slug, slug);
    return context.body(null, 204);
  });

  api.get('/projects/:org/:project/environments', { query: environmentParameters }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const visibility = sent.query.visibility ?? 'visible';
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const shown = known.filter(({ hidden }) => visibility === 'all' || hidden === (visibility === 'hidden'));
    return context.json(pageOf(context, publicUrl, sent.query, shown).map(environmentShape));
  });

  api.get('/projects/:org/:project/environments/:environment', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const found = known.find(({ name }) => name === context.req.param('environment'));
    if (!found) throw new Refusal('not-found', 'There is no such environment in this project.');
    return context.json(environmentShape(found));
  });

  api.put(
    '/projects/:org/:project/environments/:environment',
    { body: environmentChange },
    async (context, { body }) => {
      const viewer = await query.within(context.get('viewer'), context.req.param('org'));
      const { project, environment } = context.req.param();
      return context.json(environmentShape(await command.hideEnvironment(viewer, project, environment, body.isHidden)));
    },
  );

  api.get('/organizations/:org/environments', { query: { project: texts } }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const names = await query.environments(viewer, projectsAsked(sent.query));
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
