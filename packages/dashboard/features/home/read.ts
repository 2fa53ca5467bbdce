import { cache } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readHomeContext, type HomeContext } from './search-params.ts';

/** The parameters of a project page, for each of its parts. */
export interface HomeParams {
  params: Promise<{ project: string }>;
  search: Promise<RawParams>;
}

export async function readHomeParams({ params, search }: HomeParams): Promise<{ slug: string; context: HomeContext }> {
  const [{ project }, query] = await Promise.all([params, search]);
  return { slug: decodeURIComponent(project), context: readHomeContext(query) };
}

/** Once per request, for the parts that need it. */
export const readProject = cache((slug: string) => runQuery((viewer) => runtime().query.project(viewer, slug)));
