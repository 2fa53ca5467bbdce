import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from '../issues/issue.ts';
import type { TagView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** With so many of each tag's values, the most frequent first. */
export async function tags(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  valuesPerTag: number = limits.TAG_VALUE_COUNT_DEFAULT,
): Promise<TagView[]> {
  const { projectId, id } = await issueNamed(deps, viewer, 'event:read', shortId);
  const rows = await deps.telemetry.query('tagsOfIssue', {
    projectId,
    issueId: id,
    range: null,
    valuesPerTag: Math.min(valuesPerTag, limits.API_PAGE_COUNT_MAX),
  });
  const views = new Map<string, TagView>();
  for (const { key, value, events, tagEvents, distinctValues } of rows) {
    const view = views.get(key) ?? { key, events: tagEvents, distinctValues, values: [] };
    view.values.push({ value, events });
    views.set(key, view);
  }
  return [...views.values()];
}
