import { z } from 'zod';
import { Refusal } from '#watch/refusal.ts';
import { keyShape } from '../shape/key.ts';
import type { Routes } from '../deps.ts';
import { page, pageOf } from '../page.ts';

const newKey = z.strictObject({ name: z.string().default('Default') });
const keyChange = z.strictObject({
  name: z.string().optional(),
  isActive: z.boolean().optional(),
  rateLimit: z.strictObject({ count: z.number(), window: z.number() }).nullable().optional(),
});

export const keyRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/projects/:org/:project/keys', { query: page }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const keys = await query.keys(viewer, context.req.param('project'));
    return context.json(pageOf(context, publicUrl, sent.query, keys).map(keyShape));
  });

  api.post('/projects/:org/:project/keys', { body: newKey }, async (context, { body }) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json(keyShape(await command.createKey(viewer, context.req.param('project'), body.name)), 201);
  });

  api.get('/projects/:org/:project/keys/:key', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const all = await query.keys(viewer, context.req.param('project'));
    const key = all.find(({ id }) => String(id) === context.req.param('key'));
    if (!key) throw new Refusal('not-found', 'There is no such key, or you may not see it.');
    return context.json(keyShape(key));
  });

  api.put('/projects/:org/:project/keys/:key', { body: keyChange }, async (context, { body }) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { name, isActive, rateLimit } = body;
    const key = await command.updateKey(viewer, context.req.param('project'), Number(context.req.param('key')), {
      ...(name !== undefined && { label: name }),
      ...(isActive !== undefined && { active: isActive }),
      ...(rateLimit !== undefined && { rateLimit: rateLimit && { count: rateLimit.count, windowS: rateLimit.window } }),
    });
    return context.json(keyShape(key));
  });
};
