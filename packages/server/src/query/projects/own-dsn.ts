import type { ProjectId } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { projectView } from './projects.ts';

/** Names the setting with the id of the project that gets our own reports. */
export const ownProjectSetting = 'own-project-id';

/** The DSN that the dashboard's browser code reports with; `null` before set-up. Public like every DSN. */
export async function ownDsn(deps: QueryDeps): Promise<string | null> {
  const id = await deps.state.setting(ownProjectSetting);
  const project = id === null ? null : await deps.state.projectById(Number(id) as ProjectId);
  return project && (await projectView(deps, project)).dsn;
}
