import { taskEntry, type DeleteTask } from '#journal/tasks.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { ownProjectSetting } from '#query/projects/own-dsn.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/**
 * Deletes the project and all its data. Its keys end immediately; the rest is deleted in the pipeline's order, so that
 * reports in flight cannot recreate data. `confirm` is its slug, against accidents.
 */
export async function deleteProject(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  confirm: string,
): Promise<void> {
  await deps.space.releaseReserve();
  const { state, journal, assembler, blobs, clock } = deps;
  const { id, organizationId, slug } = await projectNamed(deps, viewer, permissions.deleteProject, projectSlug);
  if (confirm !== slug) throw new Refusal('invalid', `Type ${slug} to delete this project.`, 'confirm');
  if ((await state.setting(ownProjectSetting)) === String(id)) {
    throw new Refusal('conflict', 'Seismo reports its own errors to this project. It cannot be deleted.');
  }
  await assembler.alone(async () => {
    for (;;) {
      const uploads = await state.listUploads(id, { after: null, count: UPLOADS_AT_ONCE });
      const orphans = await state.write(async (tx) => {
        const gone = [];
        for (const upload of uploads) gone.push(...(await tx.deleteUpload({ ...upload, projectId: id })));
        return gone;
      });
      for (const orphan of orphans) await blobs.delete(orphan);
      if (uploads.length < UPLOADS_AT_ONCE) break;
    }
  });
  await state.write(async (tx) => {
    for (const key of await tx.listKeys(id)) await tx.updateKey(key.id, { active: false });
    await audit(deps, tx, viewer, organizationId, 'project-delete', slug);
  });
  deps.onKeysChanged();
  await journal.append(taskEntry('delete', id, clock.now(), { issueId: null } satisfies DeleteTask));
}

const UPLOADS_AT_ONCE = 100;
