'use server';

import type { EndUserDeadLetters, EndUserReport, EndUserRequest } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import { text } from '#ui/form-text.ts';
import { actionViewer } from '#server/action-viewer.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { endUserRequest } from './request.ts';

export interface FoundEndUser {
  ok: true;
  request: EndUserRequest;
  report: EndUserReport;
  deadLetters: EndUserDeadLetters[];
  nowMs: number;
}

export async function findEndUser(
  organizationId: number,
  _before: FoundEndUser | Refused | null,
  form: FormData,
): Promise<FoundEndUser | Refused> {
  return runForAnswer(async () => {
    const viewer = await actionViewer(organizationId);
    const request = endUserRequest((name) => text(form, name));
    const { query } = runtime();
    return {
      request,
      report: await query.findEndUser(viewer, request),
      deadLetters: await query.findEndUserDeadLetters(viewer, request),
      nowMs: Date.now(),
    };
  });
}

export async function deleteEndUser(
  organizationId: number,
  request: EndUserRequest,
  _before: Result | null,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.deleteEndUser(await actionViewer(organizationId), request);
    return { ok: true, message: 'Deletion started. The list below shows its progress.' };
  });
}
