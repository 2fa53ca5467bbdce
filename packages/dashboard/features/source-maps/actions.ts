'use server';

import { refresh } from 'next/cache';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';
import type { UploadName } from './upload-name.ts';

export async function deleteUpload(project: Target, upload: UploadName, _before: Result | null): Promise<Result> {
  const result = await runCommand(async () => runtime().command.deleteUpload(...(await viewerAndId(project)), upload));
  refresh();
  return result;
}
