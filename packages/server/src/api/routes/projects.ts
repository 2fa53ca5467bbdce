import { z } from 'zod';
import type { EnvironmentView, ProjectView } from '#query/projects/views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { projectConstants, projectShape } from '../serializers/project.ts';
import type { Routes } from '../router.ts';
import { nameSearch, searchByName } from '../name-search.ts';
import { newProject, newProjectInput } from '../new-project.ts';
import { page, pageOf } from '../page.ts';
import { oneOf, common, texts, withoutEffect } from '../parameters.ts';
import { projectSlugsOf } from '../projects-of.ts';
import { optionNames, optionsChange, optionsOf, settingsOf } from '../project-options.ts';

const projectChange = optionsChange.extend({
  ...projectConstants,
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
});

const environmentChange = z.strictObject({ isHidden: z.boolean() });
const environmentParameters = { visibility: oneOf(['all', 'visible', 'hidden']), ...page };

export const projectRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function detail(viewer: Viewer, slug: string) {
    const [project, hasSessions, options] = await Promise.all([
      query.project(viewer, slug),
      query.hasSessions(viewer, slug),
      optionsOf(query, viewer, slug),
    ]);
    return { ...projectShape(project), hasSessions, ...options };
  }

  api.get('/projects', { query: { ...nameSearch, ...page } }, async (context, viewer, sent) => {
    const projects = search(await query.listProjects(viewer), sent.query.query);
    return context.json(pageOf(context, publicUrl, sent.query, projects).map(projectShape));
  });

  const listed = {
    ...nameSearch,
    options: z.array(z.enum(optionNames)).default([]),
    all_projects: withoutEffect('Every member sees all projects.'),
    collapse: common.collapse,
    ...page,
  };
  api.get('/organizations/:org/projects', { query: listed }, async (context, viewer, sent) => {
    const found = search(await query.listProjects(viewer), sent.query.query);
    const visible = pageOf(context, publicUrl, sent.query, found);
    if (sent.query.options.length === 0) return context.json(visible.map(projectShape));
    const withOptions = visible.map(async (project) => {
      const { options } = await optionsOf(query, viewer, String(project.id));
      return { ...projectShape(project), options: pick(options, sent.query.options) };
    });
    return context.json(await Promise.all(withOptions));
  });

  api.post('/organizations/:org/projects', { body: newProject }, async (context, viewer, { body }) =>
    context.json(projectShape(await command.createProject(viewer, newProjectInput(body))), 201),
  );

  api.get('/projects/:org/:project', { query: { collapse: common.collapse } }, async (context, viewer) =>
    context.json(await detail(viewer, context.req.param('project'))),
  );

  api.put(
    '/projects/:org/:project',
    { body: projectChange, requires: [permissions.project] },
    async (context, viewer, { body }) => {
      const named = context.req.param('project');
      const { name, slug, platform, ...options } = body;
      const { id } = await command.updateProject(viewer, named, {
        ...(name !== undefined && { name }),
        ...(slug !== undefined && { slug }),
        ...(platform !== undefined && { platform: platform ?? '' }),
        settings: settingsOf(options, await optionsOf(query, viewer, named)),
      });
      return context.json(await detail(viewer, String(id)));
    },
  );

  /** It accepts nothing from now on; its data is deleted after earlier reports are processed. */
  api.delete('/projects/:org/:project', {}, async (context, viewer) => {
    const { slug } = await query.project(viewer, context.req.param('project'));
    await command.deleteProject(viewer, slug, slug);
    return context.body(null, 204);
  });

  api.get('/projects/:org/:project/environments', { query: environmentParameters }, async (context, viewer, sent) => {
    const visibility = sent.query.visibility ?? 'visible';
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const visible = known.filter(({ hidden }) => visibility === 'all' || hidden === (visibility === 'hidden'));
    return context.json(pageOf(context, publicUrl, sent.query, visible).map(environmentShape));
  });

  api.get('/projects/:org/:project/environments/:environment', {}, async (context, viewer) => {
    const known = await query.projectEnvironments(viewer, context.req.param('project'));
    const found = known.find(({ name }) => name === context.req.param('environment'));
    if (!found) throw new Refusal('not-found', 'This project does not have this environment.');
    return context.json(environmentShape(found));
  });

  api.put(
    '/projects/:org/:project/environments/:environment',
    { body: environmentChange },
    async (context, viewer, { body }) => {
      const { project, environment } = context.req.param();
      return context.json(environmentShape(await command.hideEnvironment(viewer, project, environment, body.isHidden)));
    },
  );

  api.get('/organizations/:org/environments', { query: { project: texts } }, async (context, viewer, sent) => {
    const names = await query.environments(viewer, projectSlugsOf(sent.query));
    return context.json(names.map((name) => ({ id: name, name })));
  });
};

function environmentShape({ name, hidden }: EnvironmentView) {
  return { id: name, name, isHidden: hidden };
}

function search(projects: ProjectView[], query: string | undefined): ProjectView[] {
  return searchByName(projects, query, ({ slug, name }) => [slug, name], {
    id: ({ id }) => [String(id)],
    slug: ({ slug }) => [slug],
    name: ({ name }) => [name],
    platform: ({ platform }) => [platform],
    team: ({ teams }) => teams.map(({ slug }) => slug),
  });
}

function pick<T extends object>(all: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Partial<T>;
}
