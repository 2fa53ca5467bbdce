import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { listFeedback } from '../feedback/feedback.ts';
import type { FeedbackFilter, FeedbackView } from '../feedback/views.ts';
import { isoTime, tableExport, type Columns, type TableFormat } from './table.ts';
import type { Export } from './views.ts';

const columnsAt = (publicUrl: string): Columns<FeedbackView> => [
  ['id', ({ id }) => id],
  ['project', ({ project }) => project.slug],
  ['status', ({ status }) => status],
  ['submitted', ({ atMs }) => isoTime(atMs)],
  ['message', ({ message }) => message],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['page', ({ url }) => url],
  ['environment', ({ environment }) => environment],
  ['release', ({ release }) => release],
  ['issue', ({ issue }) => issue?.shortId ?? null],
  ['issue_title', ({ issue }) => issue?.title ?? null],
  ['status_by', ({ statusBy }) => statusBy],
  ['status_changed', ({ statusAtMs }) => isoTime(statusAtMs)],
  ['url', ({ id }) => `${publicUrl}/feedback/${id}`],
];

/** The feedback of a list, newest first. */
export async function exportFeedback(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Omit<FeedbackFilter, 'cursor' | 'count'>,
  format: TableFormat,
): Promise<Export> {
  const readPage = async (cursor: string | null) => {
    const page = await listFeedback(deps, viewer, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
    return { ...page, rows: page.feedback };
  };
  const first = await readPage(null);
  const { open, done, spam } = first.counts;
  const rows = filter.status === null ? open + done + spam : first.counts[filter.status];
  const [columns, rowsMax] = [columnsAt(deps.config.publicUrl), limits.EXPORT_FEEDBACK_COUNT_MAX];
  return tableExport({ name: 'feedback', columns, first, readPage, rows, rowsMax }, format);
}
