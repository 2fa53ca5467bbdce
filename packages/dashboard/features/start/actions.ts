'use server';

import { testSdkName } from '@seismo/protocol';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { text } from '#ui/form-text.ts';
import { slugOf } from '#ui/slug-of.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer, viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function createProject(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const platform = text(form, 'platform');
  let slug = '';
  const result = await runCommand(
    async () => {
      ({ slug } = await runtime().command.createProject(await actionViewer(organizationId), {
        name,
        slug: slugOf(name),
        platform,
      }));
    },
    { slug: 'name' },
  );
  if (!result.ok) return result;
  // Refresh the project list in the sidebar.
  refresh();
  redirect(`/projects/${encodeURIComponent(slug)}/start`);
}

/** Deletes the issue of test events, and only such an issue. */
export async function deleteTest(issue: Target): Promise<Result> {
  return runCommand(async () => {
    const [viewer, name] = await viewerAndId(issue);
    const { query, command } = runtime();
    const { stored, issueShortId } = await query.event(viewer, name, 'latest');
    if (stored.event.sdk?.name !== testSdkName) {
      return { ok: false, message: `${issueShortId} also has events that are not test events, so it was not deleted.` };
    }
    await command.deleteIssue(viewer, name);
  });
}
