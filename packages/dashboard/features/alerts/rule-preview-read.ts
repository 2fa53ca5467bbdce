import type { AlertPreview, Viewer } from '@seismo/server';
import { runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import type { Refused } from '#ui/fields.ts';
import type { RuleConditions } from './rule-input.ts';

/** What a rule would have done, or what is wrong with its form. */
export const alertPreview = (
  viewer: Viewer,
  { project, ...conditions }: RuleConditions & { project: string },
): Promise<{ ok: true; preview: AlertPreview } | Refused> =>
  runForAnswer(async () => ({ preview: await runtime().query.alertPreview(viewer, String(project), conditions) }));
