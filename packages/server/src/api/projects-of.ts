import type { Context } from 'hono';
import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import { texts } from './parameters.ts';

/** `project=…`, for a path that does not name one. */
export function projectParameter(path: string): { project: typeof texts } {
  return path.includes('/:project/') ? ({} as never) : { project: texts };
}

/** The project of the path, or else those of the parameter. */
export function projectsOf(context: Context, query: { project: string[] }): string[] {
  const project = context.req.param('project');
  return project === undefined ? projectSlugsOf(query) : [project];
}

/** In Sentry, `project=-1` selects all projects. */
export function projectSlugsOf({ project: slugs }: { project: string[] }): string[] {
  if (slugs.length > limits.FILTER_NAME_COUNT_MAX) {
    throw new Refusal('invalid', `A request can name at most ${limits.FILTER_NAME_COUNT_MAX} projects.`);
  }
  return slugs.includes('-1') ? [] : slugs;
}
