import type { QueryDeps } from '../deps.ts';
import { event, type EventSelector } from '../events/event.ts';
import { issueNamed } from '../issues/issue.ts';
import { suspectCommits } from '../issues/suspect-commits.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { writeMarkdown } from './write-markdown.ts';

/** The issue with this event as Markdown, for an issue tracker or an assistant, without user data. */
export async function eventMarkdown(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  which: EventSelector,
): Promise<string> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const [view, suspects, project] = await Promise.all([
    event(deps, viewer, shortId, which),
    suspectCommits(deps, viewer, shortId),
    deps.state.projectById(issue.projectId),
  ]);
  return writeMarkdown({
    issue,
    project: project!.name,
    event: view.stored.event,
    link: new URL(`/issues/${issue.shortId}/events/${view.eventId}`, deps.config.publicUrl).href,
    suspects,
  });
}
