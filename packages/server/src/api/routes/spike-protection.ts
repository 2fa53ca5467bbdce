import { z } from 'zod';
import type { Context } from 'hono';
import type { ApiEnv, Routes } from '../deps.ts';
import { text } from '../parameters.ts';

const path = '/organizations/:org/spike-protections';
const reads = {
  /** Sentry's older name for one of them. */
  query: { projectSlug: text },
  body: z.strictObject({ projects: z.array(z.string()) }),
};

/** Switches spike protection of projects on and off. */
export const spikeProtectionRoutes: Routes = (api, { query, command }) => {
  async function set(context: Context<ApiEnv, typeof path>, slugs: string[], spikeProtection: boolean) {
    const viewer = await query.viewerInOrganization(context.get('viewer'), context.req.param('org'), 'project:read');
    const projects = await Promise.all([...new Set(slugs)].map((slug) => query.project(viewer, slug)));
    for (const { id } of projects)
      await command.updateProject(viewer, String(id), { settings: { limits: { spikeProtection } } });
  }
  const named = (projects: string[], one: string | undefined) => (one ? [...projects, one] : projects);

  api.post(path, reads, async (context, { query: sent, body }) => {
    await set(context, named(body.projects, sent.projectSlug), true);
    return context.body(null, 201);
  });

  api.delete(path, reads, async (context, { query: sent, body }) => {
    await set(context, named(body.projects, sent.projectSlug), false);
    return context.body(null, 200);
  });
};
