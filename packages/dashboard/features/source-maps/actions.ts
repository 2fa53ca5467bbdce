'use server';

import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';
import type { UploadName } from './upload-name.ts';

export async function deleteUpload(project: Target, upload: UploadName, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteUpload(...(await viewerAndId(project)), upload));
}
