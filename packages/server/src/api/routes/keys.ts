import { z } from 'zod';
import { Refusal } from '#watch/refusal.ts';
import { keyShape } from '../shape/key.ts';
import { readBody } from '../read-body.ts';
import type { Routes } from '../deps.ts';

const newKey = z.object({ name: z.string().default('Default') });
const keyChange = z.object({
  name: z.string().optional(),
  isActive: z.boolean().optional(),
  rateLimit: z.object({ count: z.number(), window: z.number() }).nullable().optional(),
});

export const keyRoutes: Routes = (api, { query, command }) => {
  api.get('/projects/:org/:project/keys', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json((await query.keys(viewer, context.req.param('project'))).map(keyShape));
  });

  api.post('/projects/:org/:project/keys', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { name } = await readBody(context, newKey);
    return context.json(keyShape(await command.createKey(viewer, context.req.param('project'), name)), 201);
  });

  api.get('/projects/:org/:project/keys/:key', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const all = await query.keys(viewer, context.req.param('project'));
    const key = all.find(({ id }) => String(id) === context.req.param('key'));
    if (!key) throw new Refusal('not-found', 'There is no such key, or you may not see it.');
    return context.json(keyShape(key));
  });

  api.put('/projects/:org/:project/keys/:key', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { name, isActive, rateLimit } = await readBody(context, keyChange);
    const key = await command.updateKey(viewer, context.req.param('project'), Number(context.req.param('key')), {
      ...(name !== undefined && { label: name }),
      ...(isActive !== undefined && { active: isActive }),
      ...(rateLimit !== undefined && { rateLimit: rateLimit && { count: rateLimit.count, windowS: rateLimit.window } }),
    });
    return context.json(keyShape(key));
  });
};
