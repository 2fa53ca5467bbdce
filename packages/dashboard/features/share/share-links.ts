import type { ShareLinksView, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

/** The active links to an issue. */
export async function shareLinks(viewer: Viewer, { issue }: { issue: number }): Promise<ShareLinksView> {
  return runtime().query.shareLinks(viewer, String(issue));
}
