'use server';

import { testSdkName } from '@seismo/protocol';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { text } from '#components/ui/form-text.ts';
import { slugOf } from '#components/ui/slug-of.ts';
import { attempt, isRefusal, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { shownViewer, viewer } from '#server/viewer.ts';

export async function createProject(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const platform = text(form, 'platform');
  let slug = '';
  const result = await attempt(
    async () => {
      ({ slug } = await runtime().command.createProject(await shownViewer(), { name, slug: slugOf(name), platform }));
    },
    { slug: 'name' },
  );
  if (!result.ok) return result;
  // The rail lists projects; it would otherwise keep the list it has.
  refresh();
  redirect(`/projects/${encodeURIComponent(slug)}/start`);
}

/** The issue of an event that is on its way, as soon as it has one. */
export async function findTest(project: string, eventId: string): Promise<string | null> {
  try {
    return (await runtime().query.projectEvent(await viewer(), String(project), String(eventId))).issueShortId;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** The issue of test events with all of them, and nothing else that could be named here. */
export async function deleteTest(shortId: string): Promise<Result> {
  return attempt(async () => {
    const asking = await viewer();
    const { query, command } = runtime();
    const { stored } = await query.event(asking, String(shortId), 'latest');
    if (stored.event.sdk?.name !== testSdkName) {
      return { ok: false, message: `${shortId} has events that are no tests.` };
    }
    await command.deleteIssue(asking, String(shortId));
  });
}
