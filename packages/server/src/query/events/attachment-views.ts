import { createHash } from 'node:crypto';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { AttachmentView } from './views.ts';

type AttachmentRow = QueryRows['attachmentsOfEvent'];

export function attachmentViews(rows: readonly AttachmentRow[]): AttachmentView[] {
  return rows.map(({ blobKey, ...row }, index) => ({ id: attachmentId({ blobKey, ...row }), index, ...row }));
}

/** A number, as IDs are at Sentry. */
export function attachmentId({ blobKey, filename }: Pick<AttachmentRow, 'blobKey' | 'filename'>): string {
  const checksum = createHash('sha256').update(`${blobKey}\n${filename}`).digest('hex');
  return String(Number.parseInt(checksum.slice(0, 12), 16));
}
