'use server';

import type { HealthResult } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import { actionViewer } from '#server/action-viewer.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';

export async function runHealthCheck(
  organizationId: number,
  id: string,
): Promise<{ ok: true; result: HealthResult } | Refused> {
  return runForAnswer(async () => ({
    result: await runtime().command.runHealthCheck(await actionViewer(organizationId), id),
  }));
}

export async function resumeOutgoing(organizationId: number): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.resumeOutgoing(await actionViewer(organizationId));
    return { ok: true, message: 'Outgoing connections are allowed again.' };
  });
}
