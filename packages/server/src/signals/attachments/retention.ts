import type { Retention, Stores } from '#pipeline/signal.ts';
import { daysAgo, hoursToRemove } from '#pipeline/hours-to-remove.ts';

/** Attachments expire by age, and go with the content of their event. */
export function attachmentRetention({ telemetry }: Pick<Stores, 'telemetry'>): Retention {
  return {
    async expire({ projectId, organizationId, limits: { attachmentDays }, nowMs }) {
      if (attachmentDays === null) return null;
      const old = await hoursToRemove(telemetry, {
        table: 'attachments',
        projectId,
        untilMs: daysAgo(nowMs, attachmentDays),
      });
      if (old === null) return null;
      const blobs = await telemetry.query('attachedBlobs', { projectId, eventIds: null, range: old.range });
      const bytes = blobs.reduce((sum, blob) => sum + blob.bytes, 0);
      return {
        projectId,
        changes: [{ projectId, deleteAttachments: old.range }],
        deleteBlobs: blobs.filter(({ isSole }) => isSole).map(({ blobKey }) => blobKey),
        removed: [{ organizationId, itemKind: 'attachment', quantity: old.rows, bytes }],
      };
    },
  };
}
