import type { MergeTarget, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

/** Issues of the same project to merge an issue into. */
export async function mergeTargets(
  viewer: Viewer,
  { issue, text }: { issue: number; text: string },
): Promise<MergeTarget[]> {
  return runtime().query.mergeTargets(viewer, String(issue), String(text));
}
