import type { OrganizationId } from '@seismo/protocol';
import { ownProjectSetting } from '#query/projects/own-dsn.ts';
import { mainOrganization, mainSlug } from '#query/system-viewer.ts';
import type { StateTx } from '#store/state/contract.ts';
import type { CommandDeps } from '../deps.ts';
import { addDefaultAlertRules } from '../alerts/default-rules.ts';
import { addKey } from './create-key.ts';

/** The organization `main` and in it the project `seismo` for our own reports, made if they are not there. */
export async function ensureMain(deps: CommandDeps, tx: StateTx): Promise<OrganizationId> {
  const found = await mainOrganization(tx);
  if (found) return found.id;
  const createdAtMs = deps.clock.now();
  const organizationId = await tx.createOrganization({ slug: mainSlug, name: 'Main', createdAtMs });
  const projectId = await tx.createProject({
    organizationId,
    slug: 'seismo',
    name: 'Seismo',
    platform: 'javascript-nextjs',
    createdAtMs,
  });
  await addKey(deps, tx, projectId, 'Default');
  await addDefaultAlertRules(deps, tx, projectId);
  await tx.setSetting(ownProjectSetting, String(projectId));
  return organizationId;
}
