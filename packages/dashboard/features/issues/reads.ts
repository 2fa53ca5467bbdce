import type { IssueUpdateCounts, ResolutionOptions, SuggestedAssignee, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';
import { rawParamsOf } from './raw-params.ts';
import { readIssueFilter } from './search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';

/** New and changed issues since a list was loaded. */
export async function issueUpdates(
  viewer: Viewer,
  { list, sinceMs }: { list: RawParams; sinceMs: number },
): Promise<IssueUpdateCounts> {
  return runtime().query.issueUpdateCounts(viewer, readIssueFilter(rawParamsOf(list)), Number(sinceMs) || 0);
}

/** Releases and commits to resolve an issue in. */
export async function resolutionOptions(
  viewer: Viewer,
  { issue, text }: { issue: number; text: string },
): Promise<ResolutionOptions & { nowMs: number }> {
  const found = await runtime().query.resolutionOptions(viewer, String(issue), String(text));
  return { ...found, nowMs: Date.now() };
}

export async function suggestedAssignees(viewer: Viewer, { issue }: { issue: number }): Promise<SuggestedAssignee[]> {
  return runtime().query.suggestedAssignees(viewer, String(issue));
}
