import { attachmentParents } from '@seismo/protocol';
import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import { putAttachment } from '#store/blobs/attachment-bytes.ts';
import { attachmentRetention } from './retention.ts';
import { attachmentSteps, type Attachment } from './steps.ts';

export const openAttachments: Signal = ({ stores }) => ({
  retention: attachmentRetention(stores),
  begin: (): SignalBatch<Attachment> => ({
    kinds: { attachment: itemRules(attachmentSteps, {}, attachmentParents) },
    async putBlobs(works) {
      for (const { row, payload } of works) await putAttachment(stores.blobs, row.blobKey, payload);
    },
    rows: (items) => ({ attachments: items.map(({ work }) => work.row) }),
  }),
});
