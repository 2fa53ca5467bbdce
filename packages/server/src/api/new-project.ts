import { z } from 'zod';
import { slugOf } from './slug-of.ts';
import { withoutEffect } from './parameters.ts';

export const newProject = z.strictObject({
  name: z.string().optional(),
  slug: z.string().optional(),
  platform: z.string().nullish(),
  default_rules: withoutEffect('Asks for a first alert, or for none; every project starts with the same alert rules.'),
});

export function newProjectInput({ name, slug, platform }: z.infer<typeof newProject>) {
  return { name: name ?? '', slug: slug ?? slugOf(name ?? ''), platform: platform ?? '' };
}
