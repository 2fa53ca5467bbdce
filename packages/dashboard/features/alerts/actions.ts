'use server';

import type { ChannelView } from '@seismo/server';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { actionViewer } from '#server/action-viewer.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import type { Refused } from '#ui/fields.ts';
import { text, texts } from '#ui/form-text.ts';
import { readRule } from './rule-input.ts';
import { ruleHref } from './rule-search-params.ts';
import { alertsHref } from './search-params.ts';

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

export async function setRuleTargets(
  organizationId: number,
  id: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const targets = { toTeam: form.has('toTeam'), channelIds: form.getAll('channel').map(Number) };
  return runAndRefresh(async () => {
    await runtime().command.setAlertRule(await actionViewer(organizationId), id, targets);
    return { ok: true, message: 'Recipients saved.' };
  });
}

export async function acknowledgeAlert(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.acknowledgeAlert(await actionViewer(organizationId), id));
}

export async function resendDelivery(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    resultOf(await runtime().command.resendDelivery(await actionViewer(organizationId), id)),
  );
}

export async function sendTestEmail(organizationId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => resultOf(await runtime().command.sendTestEmail(await actionViewer(organizationId))));
}

export interface CreatedChannel {
  ok: true;
  id: number;
  /** The result of the test message. */
  isSent: boolean;
  answer: string;
}

/** Adds a channel and sends a test message to it. If that fails, the channel stays. */
export async function createChannel(
  organizationId: number,
  kind: ChannelView['kind'],
  _before: CreatedChannel | Refused | null,
  form: FormData,
): Promise<CreatedChannel | Refused> {
  const { command } = runtime();
  const created = await runForAnswer(async () => {
    const viewer = await actionViewer(organizationId);
    return { id: await command.createChannel(viewer, { kind, ...inputOf(form) }) };
  });
  let test = { isSent: false, answer: '' };
  if (created.ok) {
    const result = await runCommand(async () => {
      test = await command.testChannel(await actionViewer(organizationId), created.id);
    });
    if (!result.ok) test = { isSent: false, answer: result.message };
  }
  refresh();
  return created.ok ? { ...created, ...test } : created;
}

export async function changeChannel(
  organizationId: number,
  id: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.changeChannel(await actionViewer(organizationId), id, inputOf(form));
    return { ok: true, message: 'Channel saved. Send a test to check it.' };
  });
}

export async function deleteChannel(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteChannel(await actionViewer(organizationId), id));
}

export async function testChannel(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    resultOf(await runtime().command.testChannel(await actionViewer(organizationId), id)),
  );
}

function inputOf(form: FormData) {
  const prefix = 'settings.';
  const settings = texts(form).filter(([name]) => name.startsWith(prefix));
  return {
    name: text(form, 'name'),
    settings: Object.fromEntries(settings.map(([name, value]) => [name.slice(prefix.length), value])),
    content: text(form, 'content') as ChannelView['content'],
    allRules: form.has('allRules'),
  };
}

/** With the answer of the mail server or the channel. */
const resultOf = ({ isSent, answer }: { isSent: boolean; answer: string }): Result =>
  isSent ? { ok: true, message: answer === '' ? 'Sent.' : `Sent. Answer: ${answer}` } : { ok: false, message: answer };

export async function createAlertRule(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const project = text(form, 'project');
  if (project === '') return { ok: false, message: '', fields: { project: 'Select a project.' } };
  const created = await runForAnswer(async () => ({
    id: await runtime().command.createAlertRule(await actionViewer(organizationId), project, readRule(form)),
  }));
  if (!created.ok) return created;
  refresh();
  redirect(ruleHref(created.id));
}

export async function saveAlertRule(
  organizationId: number,
  id: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.setAlertRule(await actionViewer(organizationId), id, readRule(form));
    return { ok: true, message: 'Rule saved.' };
  });
}

/** For this long, or `null` to end the snooze. */
export async function snoozeAlertRule(organizationId: number, id: number, durationMs: number | null): Promise<Result> {
  return runAndRefresh(async () => {
    const snoozedUntilMs = durationMs === null ? null : Date.now() + Math.round(durationMs);
    await runtime().command.setAlertRule(await actionViewer(organizationId), id, { snoozedUntilMs });
  });
}

/** For the viewer alone. */
export async function muteAlertRule(organizationId: number, id: number, isMuted: boolean): Promise<Result> {
  return runAndRefresh(async () => runtime().command.muteAlertRule(await actionViewer(organizationId), id, isMuted));
}

export async function deleteAlertRule(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  const result = await runCommand(async () =>
    runtime().command.deleteAlertRule(await actionViewer(organizationId), id),
  );
  if (!result.ok) return result;
  refresh();
  redirect(alertsHref({ view: 'rules' }));
}
