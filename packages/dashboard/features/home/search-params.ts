import type { RawParams } from '#explorer/url-state.ts';
import { readContext, type PageContext } from '#shell/context-bar/context-params.ts';
import { setTimeRange } from '#shell/context-bar/time-range.ts';

/** The filters of a page about one or all projects. */
export type HomeContext = Omit<PageContext, 'projects'>;

export function readHomeContext(params: RawParams): HomeContext {
  const { environments, range } = readContext(params);
  return { environments, range };
}

export function projectHref(
  slug: string,
  { environments = [], range }: Partial<HomeContext> = {},
): `/projects/${string}` {
  const params = new URLSearchParams();
  for (const environment of environments) params.append('environment', environment);
  if (range) setTimeRange(params, range);
  const text = params.toString();
  return `/projects/${encodeURIComponent(slug)}${text ? `?${text}` : ''}`;
}
