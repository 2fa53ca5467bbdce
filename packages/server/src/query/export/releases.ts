import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { releases } from '../releases/releases.ts';
import type { ReleaseFilter, ReleaseView } from '../releases/views.ts';
import { isoTime, tableExport, type Columns, type TableFormat } from './table.ts';
import type { Export } from './views.ts';

const columnsAt = (publicUrl: string): Columns<ReleaseView> => [
  ['version', ({ version }) => version],
  ['projects', ({ projects }) => projects.map(({ slug }) => slug).join(' ')],
  ['status', ({ status }) => status],
  ['created', ({ createdAtMs }) => isoTime(createdAtMs)],
  ['released', ({ releasedAtMs }) => isoTime(releasedAtMs)],
  ['first_seen', ({ firstSeenAtMs }) => isoTime(firstSeenAtMs)],
  ['last_seen', ({ lastSeenAtMs }) => isoTime(lastSeenAtMs)],
  ['commits', ({ commitCount }) => commitCount],
  ['last_deploy', ({ lastDeploy }) => lastDeploy?.environment ?? null],
  ['events', ({ events }) => events],
  ['new_issues', ({ newIssues }) => newIssues],
  ['regressed_issues', ({ regressedIssues }) => regressedIssues],
  ['resolved_issues', ({ resolvedIssues }) => resolvedIssues],
  ['adoption_24h', ({ health }) => health?.adoption ?? null],
  ['crash_free_sessions_24h', ({ health }) => health?.crashFreeSessions ?? null],
  ['crash_free_users_24h', ({ health }) => health?.crashFreeUsers ?? null],
  ['url', ({ version }) => `${publicUrl}/releases/${encodeURIComponent(version)}`],
];

/** The releases of a list, newest first. */
export async function exportReleases(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Omit<ReleaseFilter, 'cursor' | 'count' | 'health'>,
  format: TableFormat,
): Promise<Export> {
  const readPage = async (cursor: string | null) => {
    const page = await releases(deps, viewer, { ...filter, health: true, cursor, count: limits.API_PAGE_COUNT_MAX });
    return { ...page, rows: page.releases };
  };
  const first = await readPage(null);
  const [columns, rowsMax] = [columnsAt(deps.config.publicUrl), limits.EXPORT_RELEASE_COUNT_MAX];
  const rows = first.next === null ? first.rows.length : null;
  return tableExport({ name: 'releases', columns, first, readPage, rows, rowsMax }, format);
}
