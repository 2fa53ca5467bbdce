import { ProjectHead } from '#features/settings/project-head.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { OwnershipEditor } from './ownership-editor.tsx';

/** A project's ownership rules: what is said, and whom it would mean. */
export async function OwnershipRules({ params }: { params: Promise<{ project: string }> }) {
  const { project: slug } = await params;
  const { version, settings } = await ask((viewer) => runtime().query.configuration(viewer, slug, 'ownership'));
  const preview = await ask((viewer) => runtime().query.previewOwnership(viewer, slug, settings.rules));
  return (
    <>
      <ProjectHead slug={slug} what="Ownership rules" />
      <OwnershipEditor project={slug} base={version} settings={settings} begin={preview} />
    </>
  );
}
