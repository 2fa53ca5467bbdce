import { dsnAt, type ProjectId } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';

/** Names the setting with the id of the project that gets our own reports. */
export const ownProjectSetting = 'own-project-id';

/** The DSN that the dashboard's browser code reports with; `null` before set-up. Public like every DSN. */
export async function ownDsn(deps: QueryDeps): Promise<string | null> {
  const id = await deps.state.setting(ownProjectSetting);
  const keys = id === null ? [] : await deps.state.listKeysOfProjects([Number(id) as ProjectId]);
  const key = keys.find(({ active }) => active);
  return key ? dsnAt(deps.config.publicUrl, key.publicKey, key.projectId) : null;
}
