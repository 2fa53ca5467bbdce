import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Routes } from '../router.ts';
import { text } from '../parameters.ts';

const path = '/organizations/:org/spike-protections';
const reads = {
  /** A former name in Sentry. */
  query: { projectSlug: text },
  body: z.strictObject({ projects: z.array(z.string()) }),
  requires: ['project:read'],
} as const;

/** Switches spike protection of projects on and off. */
export const spikeProtectionRoutes: Routes = (api, { query, command }) => {
  async function set(viewer: Viewer, slugs: string[], spikeProtection: boolean) {
    const projects = await Promise.all([...new Set(slugs)].map((slug) => query.project(viewer, slug)));
    for (const { id } of projects)
      await command.updateProject(viewer, String(id), { settings: { limits: { spikeProtection } } });
  }
  const named = (projects: string[], one: string | undefined) => (one ? [...projects, one] : projects);

  api.post(path, reads, async (context, viewer, { query: sent, body }) => {
    await set(viewer, named(body.projects, sent.projectSlug), true);
    return context.body(null, 201);
  });

  api.delete(path, reads, async (context, viewer, { query: sent, body }) => {
    await set(viewer, named(body.projects, sent.projectSlug), false);
    return context.body(null, 200);
  });
};
