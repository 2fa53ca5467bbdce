import type { ProjectParams } from '#features/settings/project/project-settings-page.tsx';
import { readProject } from '#features/home/read.ts';
import { targetOf } from '#server/target.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { projectLock } from '#features/settings/project/project-lock.ts';
import { OwnershipEditor } from './ownership-editor.tsx';

/** A project's ownership rules and a preview of their assignments. */
export async function OwnershipRules({ params }: { params: ProjectParams }) {
  const { project: slug } = await params;
  const { version, settings } = await runQuery((viewer) => runtime().query.configuration(viewer, slug, 'ownership'));
  const preview = await runQuery((viewer) => runtime().query.previewOwnership(viewer, slug, settings.rules));
  const locked = await projectLock('saveConfiguration', slug);
  const target = targetOf(await readProject(slug));
  return <OwnershipEditor project={target} base={version} settings={settings} begin={preview} locked={locked} />;
}
