import { limits } from '@seismo/protocol';
import { auditLog } from '../accounts/audit.ts';
import type { QueryDeps } from '../deps.ts';
import type { AuditFilter } from '../accounts/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { csvRow } from './csv.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

/** The audit log of an organization, the newest entry first. */
export async function exportAudit(
  deps: QueryDeps,
  viewer: Viewer,
  organizationSlug: string,
  filter: Pick<AuditFilter, 'userId' | 'action'>,
): Promise<Export> {
  const readPage = (cursor: string | null) =>
    auditLog(deps, viewer, organizationSlug, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
  const first = await readPage(null);
  const lines = async function* () {
    yield csvRow(['at', 'user', 'by_token', 'action', 'subject', 'detail']);
    let left = limits.EXPORT_AUDIT_COUNT_MAX;
    for (let page = first; ; page = await readPage(page.nextCursor)) {
      for (const { atMs, user, byToken, action, subject, detail } of page.entries.slice(0, left)) {
        yield csvRow([new Date(atMs).toISOString(), user, byToken ? 'yes' : 'no', action, subject, detail]);
      }
      left -= page.entries.length;
      if (page.nextCursor === null || left <= 0) return;
    }
  };
  return {
    filename: 'audit-log.csv',
    contentType: 'text/csv; charset=utf-8',
    rows: null,
    rowsMax: limits.EXPORT_AUDIT_COUNT_MAX,
    body: bytesOf(lines()),
  };
}
