import { permissions } from '#domain/permissions/permissions.ts';
import type { QueryDeps } from '../deps.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { projectNamed } from './projects.ts';

/** Whether a session of the project was ever stored. */
export async function hasSessions(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<boolean> {
  const { id } = await projectNamed(deps, viewer, permissions.project, projectSlug);
  const range = { fromMs: 0, toMs: deps.clock.now() + 1 };
  const cells = await deps.telemetry.query('ledgerTotals', { projectIds: [id], range });
  return cells.some(({ itemKind, outcome }) => outcome === 'stored' && /^sessions?$/.test(itemKind));
}
