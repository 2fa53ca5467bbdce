import { z } from 'zod';
import type { Routes } from '../router.ts';

const limitChange = z.strictObject({ bytesPerDay: z.number().nullable() });

/** Our own route: the daily data limit of a project, and its usage today. */
export const limitRoutes: Routes = (api, { query, command }) => {
  api.get('/projects/:org/:project/limits', {}, async (context, viewer) =>
    context.json(await query.dayUsage(viewer, context.req.param('project'))),
  );

  api.put('/projects/:org/:project/limits', { body: limitChange }, async (context, viewer, { body }) => {
    const project = context.req.param('project');
    const { settings, version } = await query.configuration(viewer, project, 'limits');
    await command.saveConfiguration(viewer, project, 'limits', { ...settings, ...body }, version);
    return context.json(await query.dayUsage(viewer, project));
  });
};
