import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import { keyConstants, keyShape, loaderConstants } from '../serializers/key.ts';
import type { Routes } from '../router.ts';
import { page, pageOf } from '../page.ts';
import { oneOf } from '../parameters.ts';

const settings = {
  ...keyConstants,
  dynamicSdkLoaderOptions: z.strictObject(loaderConstants).optional(),
  /** Clients without `null` remove a limit with 0 events in 0 seconds. */
  rateLimit: z
    .strictObject({ count: z.number(), window: z.number() })
    .nullish()
    .transform((limit) =>
      limit && (limit.count || limit.window) ? { count: limit.count, windowS: limit.window } : null,
    ),
};
const newKey = z.strictObject({ ...settings, name: z.string().default('Default') });
const keyChange = z.strictObject({
  ...settings,
  rateLimit: settings.rateLimit.optional(),
  name: z.string().optional(),
  isActive: z.boolean().optional(),
});

export const keyRoutes: Routes = (api, { query, command, publicUrl }) => {
  const listed = { status: oneOf(['active', 'inactive']), ...page };
  api.get('/projects/:org/:project/keys', { query: listed }, async (context, viewer, sent) => {
    const { status } = sent.query;
    const keys = (await query.keys(viewer, context.req.param('project'))).filter(
      ({ active }) => status === null || active === (status === 'active'),
    );
    return context.json(pageOf(context, publicUrl, sent.query, keys).map(keyShape));
  });

  api.post('/projects/:org/:project/keys', { body: newKey }, async (context, viewer, { body }) => {
    const { name, rateLimit } = body;
    return context.json(keyShape(await command.createKey(viewer, context.req.param('project'), name, rateLimit)), 201);
  });

  api.get('/projects/:org/:project/keys/:key', {}, async (context, viewer) => {
    const all = await query.keys(viewer, context.req.param('project'));
    const key = all.find(({ id }) => String(id) === context.req.param('key'));
    if (!key) throw new Refusal('not-found', 'Key not found, or you do not have access to it.');
    return context.json(keyShape(key));
  });

  api.put('/projects/:org/:project/keys/:key', { body: keyChange }, async (context, viewer, { body }) => {
    const { name, isActive, rateLimit } = body;
    const key = await command.updateKey(viewer, context.req.param('project'), Number(context.req.param('key')), {
      ...(name !== undefined && { label: name }),
      ...(isActive !== undefined && { active: isActive }),
      ...(rateLimit !== undefined && { rateLimit }),
    });
    return context.json(keyShape(key));
  });

  api.delete('/projects/:org/:project/keys/:key', {}, async (context, viewer) => {
    await command.deleteKey(viewer, context.req.param('project'), Number(context.req.param('key')));
    return context.body(null, 204);
  });
};
