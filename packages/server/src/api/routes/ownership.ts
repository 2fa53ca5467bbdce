import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Routes } from '../router.ts';
import { constantFields } from '../constant.ts';

const constants = { fallthrough: true, codeownersAutoSync: false };

/** Sentry's value for assignment by rules. Suspect commits assign nothing here. */
const byRules = 'Auto Assign to Issue Owner';
const off = 'Turn off Auto-Assignment';

const ownershipChange = z.strictObject({
  ...constantFields(constants),
  raw: z.string().nullish(),
  autoAssignment: z.enum([byRules, off]).optional(),
});

export const ownershipRoutes: Routes = (api, { query, command }) => {
  async function shape(viewer: Viewer, project: string) {
    const [{ settings }, history] = await Promise.all([
      query.configuration(viewer, project, 'ownership'),
      query.configurationHistory(viewer, project, 'ownership'),
    ]);
    const { createdAtMs } = await query.project(viewer, project);
    return {
      ...constants,
      raw: settings.rules,
      isActive: true,
      autoAssignment: settings.assigns ? byRules : off,
      dateCreated: new Date(createdAtMs).toISOString(),
      lastUpdated: new Date(history[0]?.atMs ?? createdAtMs).toISOString(),
      schema: null,
    };
  }

  api.get('/projects/:org/:project/ownership', {}, async (context, viewer) =>
    context.json(await shape(viewer, context.req.param('project'))),
  );

  api.put(
    '/projects/:org/:project/ownership',
    { body: ownershipChange, requires: ['project:read'] },
    async (context, viewer, { body }) => {
      const project = context.req.param('project');
      const { settings, version } = await query.configuration(viewer, project, 'ownership');
      const rules = body.raw === undefined ? settings.rules : (body.raw ?? '');
      const assigns = body.autoAssignment === undefined ? settings.assigns : body.autoAssignment === byRules;
      await command.saveConfiguration(viewer, project, 'ownership', { rules, assigns }, version);
      return context.json(await shape(viewer, project));
    },
  );
};
