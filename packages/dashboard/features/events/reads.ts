import type { Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

/** The names of the tags of an issue's events, the most frequent first. */
export async function tagKeys(viewer: Viewer, { shortId }: { shortId: string }): Promise<string[]> {
  const tags = await runtime().query.tags(viewer, String(shortId), 1);
  return tags.toSorted((one, other) => other.events - one.events).map(({ key }) => key);
}
