import { limits } from '@seismo/protocol';
import type { ItemKind } from '@seismo/protocol';
import type { Step } from '../work.ts';

const bytesMax: { [Kind in ItemKind]?: number } = {
  event: limits.EVENT_BYTES_MAX,
  attachment: limits.ATTACHMENT_BYTES_MAX,
  client_report: limits.CLIENT_REPORT_BYTES_MAX,
  session: limits.SESSION_BYTES_MAX,
  sessions: limits.SESSION_BYTES_MAX,
  check_in: limits.CHECK_IN_BYTES_MAX,
};

/** Refuses what is larger than its kind may be, before anything looks inside. */
export const limitSize: Step = ({ item }) =>
  item.payload.byteLength > (bytesMax[item.kind] ?? limits.OTHER_ITEM_BYTES_MAX)
    ? { outcome: 'too-large', reason: 'item' }
    : null;
