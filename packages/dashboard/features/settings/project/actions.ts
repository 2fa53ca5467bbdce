'use server';

import type { ConfigurationName, PreviewView } from '@seismo/server';
import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';
import { readFilters, readGrouping, readPrivacy } from './read-form.ts';

async function save(
  project: string,
  name: ConfigurationName,
  document: object,
  base: number | null,
  message: string,
): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.saveConfiguration(await viewer(), project, name, document, base);
    return { ok: true, message };
  });
  refresh();
  return result;
}

const HOLDS = 'Saved. It holds for events from now on.';

export async function saveFilters(
  project: string,
  base: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  return save(project, 'filters', readFilters(form), base, HOLDS);
}

export async function saveGrouping(
  project: string,
  base: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  return save(project, 'grouping', readGrouping(form), base, HOLDS);
}

export async function savePrivacy(
  project: string,
  base: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  return save(project, 'privacy', readPrivacy(form), base, HOLDS);
}

export async function previewFilters(project: string, form: FormData): Promise<PreviewView> {
  return runtime().query.previewConfiguration(await viewer(), project, 'filters', readFilters(form));
}

export async function previewGrouping(project: string, form: FormData): Promise<PreviewView> {
  return runtime().query.previewConfiguration(await viewer(), project, 'grouping', readGrouping(form));
}

export async function previewPrivacy(project: string, form: FormData): Promise<PreviewView> {
  return runtime().query.previewConfiguration(await viewer(), project, 'privacy', readPrivacy(form));
}

export async function restoreSettings(
  project: string,
  name: ConfigurationName,
  version: number,
  _before: Result | null,
): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.restoreConfiguration(await viewer(), project, name, version);
  });
  refresh();
  return result;
}

export async function setSpikeProtection(project: string, on: boolean, _before: Result | null): Promise<Result> {
  const document = { spikeProtection: on, letThroughUntilMs: 0 };
  return save(
    project,
    'limits',
    document,
    null,
    on ? 'Spikes are limited from now on.' : 'Everything is let through from now on.',
  );
}

const HOUR_MS = 3_600_000;

export async function letThrough(project: string, forHours: number, _before: Result | null): Promise<Result> {
  const document = { spikeProtection: true, letThroughUntilMs: forHours > 0 ? Date.now() + forHours * HOUR_MS : 0 };
  return save(
    project,
    'limits',
    document,
    null,
    forHours > 0 ? 'Everything is let through for an hour.' : 'Spikes are limited again.',
  );
}
