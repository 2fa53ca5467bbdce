import type { RawParams } from '#features/issues/search-params.ts';
import { readChosen, type Chosen } from '#shell/context-bar/selection.ts';
import { setTimeRange } from '#shell/context-bar/time-range.ts';

/** What of a project, or of all, a page about them shows. */
export type HomeShown = Omit<Chosen, 'projects'>;

export function readHomeShown(params: RawParams): HomeShown {
  const { environments, range } = readChosen(params);
  return { environments, range };
}

export function projectHref(
  slug: string,
  { environments = [], range }: Partial<HomeShown> = {},
): `/projects/${string}` {
  const params = new URLSearchParams();
  for (const environment of environments) params.append('environment', environment);
  if (range) setTimeRange(params, range);
  const text = params.toString();
  return `/projects/${encodeURIComponent(slug)}${text ? `?${text}` : ''}`;
}
