import type { Viewer } from '@seismo/server';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';

/** The issue of a sent event, once it has one. */
export async function findTest(
  viewer: Viewer,
  { project, eventId }: { project: number; eventId: string },
): Promise<{ id: number; shortId: string } | null> {
  try {
    const { issueShortId } = await runtime().query.projectEvent(viewer, String(project), String(eventId));
    const { issue } = await runtime().query.issue(viewer, issueShortId);
    return { id: issue.id, shortId: issue.shortId };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
