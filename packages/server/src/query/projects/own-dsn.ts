import { dsnAt } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';

/** Names the setting with the ID of the project that gets our own reports. */
export const ownProjectSetting = 'own-project-id';

/** The DSN that the dashboard's browser code reports with; `null` before set-up. Public like every DSN. */
export async function ownDsn(deps: QueryDeps): Promise<string | null> {
  const key = (await deps.state.listKeysOfSetting(ownProjectSetting)).find(({ active }) => active);
  return key ? dsnAt(deps.config.publicUrl, key.publicKey, key.projectId) : null;
}
