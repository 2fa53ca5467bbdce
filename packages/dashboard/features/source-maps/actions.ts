'use server';

import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';
import type { UploadName } from './upload-name.ts';

export async function deleteUpload(project: string, upload: UploadName, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteUpload(await viewer(), project, upload));
  refresh();
  return result;
}
