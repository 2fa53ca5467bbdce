'use server';

import type { ConfigurationName, LimitSettings, PreviewView, TraceRulePreview } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import { isRefusal, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';
import { BYTES_PER_GB } from './bytes-per-gb.ts';
import { readFilters, readGrouping, readPrivacy, readTraceRule } from './read-form.ts';

async function save(
  project: Target,
  name: ConfigurationName,
  document: object,
  base: number | null,
  message: string,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.saveConfiguration(...(await viewerAndId(project)), name, document, base);
    return { ok: true, message };
  });
}

const SAVED = 'Saved. Applies to new events.';

export async function saveFilters(project: Target, base: number, _before: Result | null, form: FormData) {
  return save(project, 'filters', readFilters(form), base, SAVED);
}

export async function saveGrouping(project: Target, base: number, _before: Result | null, form: FormData) {
  return save(project, 'grouping', readGrouping(form), base, SAVED);
}

export async function savePrivacy(project: Target, base: number, _before: Result | null, form: FormData) {
  return save(project, 'privacy', readPrivacy(form), base, SAVED);
}

export async function previewFilters(project: Target, form: FormData): Promise<PreviewView | Refused> {
  return preview(project, 'filters', readFilters(form));
}

export async function previewGrouping(project: Target, form: FormData): Promise<PreviewView | Refused> {
  return preview(project, 'grouping', readGrouping(form));
}

export async function previewPrivacy(project: Target, form: FormData): Promise<PreviewView | Refused> {
  return preview(project, 'privacy', readPrivacy(form));
}

async function preview(project: Target, name: ConfigurationName, document: object): Promise<PreviewView | Refused> {
  try {
    return await runtime().query.previewConfiguration(...(await viewerAndId(project)), name, document);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ok: false, message: error.message };
  }
}

export async function restoreSettings(
  project: Target,
  name: ConfigurationName,
  version: number,
  _before: Result | null,
): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.restoreConfiguration(...(await viewerAndId(project)), name, version);
  });
}

export async function setSpikeProtection(project: Target, on: boolean, _before: Result | null): Promise<Result> {
  return changeLimits(
    project,
    { spikeProtection: on, spikeProtectionPausedUntilMs: 0 },
    on ? 'Spike protection turned on' : 'Spike protection turned off',
  );
}

const HOUR_MS = 3_600_000;

export async function pauseSpikeProtection(project: Target, forHours: number, _before: Result | null): Promise<Result> {
  return changeLimits(
    project,
    { spikeProtection: true, spikeProtectionPausedUntilMs: forHours > 0 ? Date.now() + forHours * HOUR_MS : 0 },
    forHours > 0 ? 'Spike protection paused for one hour' : 'Spike protection resumed',
  );
}

export async function setBytesPerDay(project: Target, _before: Result | null, form: FormData): Promise<Result> {
  const given = form.get('bytesPerDay');
  const gigabytes = typeof given === 'string' ? given.trim() : '';
  const bytesPerDay = gigabytes === '' ? null : Math.round(Number(gigabytes) * BYTES_PER_GB);
  return changeLimits(project, { bytesPerDay }, bytesPerDay === null ? 'Daily limit removed' : 'Daily limit saved');
}

export async function setRetention(project: Target, _before: Result | null, form: FormData): Promise<Result> {
  const days = (name: string) => {
    const given = form.get(name);
    const text = typeof given === 'string' ? given.trim() : '';
    return text === '' ? null : Number(text);
  };
  const retention = {
    eventDays: days('eventDays'),
    attachmentDays: days('attachmentDays'),
    sessionDays: days('sessionDays'),
    spanDays: days('spanDays'),
  };
  return changeLimits(project, retention, 'Retention saved');
}

export async function setTraceRule(project: Target, _before: Result | null, form: FormData): Promise<Result> {
  return changeLimits(project, readTraceRule(form), 'Saved. Applies to spans that arrive from now on.');
}

export async function previewTraceRule(project: Target, form: FormData): Promise<TraceRulePreview | Refused> {
  try {
    return await runtime().query.previewTraceRule(...(await viewerAndId(project)), readTraceRule(form));
  } catch (error) {
    if (isRefusal(error)) return { ok: false, message: error.message };
    throw error;
  }
}

/** Changes one limit and keeps the others. */
async function changeLimits(project: Target, change: Partial<LimitSettings>, message: string): Promise<Result> {
  return runAndRefresh(async () => {
    const [viewer, id] = await viewerAndId(project);
    const { settings, version } = await runtime().query.configuration(viewer, id, 'limits');
    await runtime().command.saveConfiguration(viewer, id, 'limits', { ...settings, ...change }, version);
    return { ok: true, message };
  });
}
