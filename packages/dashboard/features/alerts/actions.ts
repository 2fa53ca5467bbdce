'use server';

import { actionViewer } from '#server/action-viewer.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';

/** The command checks the permission. */
export async function setAlertRule(
  organizationId: number,
  id: number,
  enabled: boolean,
  _before: Result | null,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.setAlertRule(await actionViewer(organizationId), id, { enabled });
  });
}

export async function resendDelivery(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    resultOf(await runtime().command.resendDelivery(await actionViewer(organizationId), id)),
  );
}

export async function sendTestEmail(organizationId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => resultOf(await runtime().command.sendTestEmail(await actionViewer(organizationId))));
}

/** With the other side's answer. */
const resultOf = ({ isSent, answer }: { isSent: boolean; answer: string }): Result =>
  isSent ? { ok: true, message: `Sent. The mail server said: ${answer}` } : { ok: false, message: answer };
