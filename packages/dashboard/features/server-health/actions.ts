'use server';

import type { HealthResult } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import { actionViewer } from '#server/action-viewer.ts';
import { runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';

export async function runHealthCheck(
  organizationId: number,
  id: string,
): Promise<{ ok: true; result: HealthResult } | Refused> {
  return runForAnswer(async () => ({
    result: await runtime().command.runHealthCheck(await actionViewer(organizationId), id),
  }));
}
