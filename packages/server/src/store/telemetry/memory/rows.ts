import type { AttachmentRow, EventRow, LedgerRow, SessionRow } from '../contract.ts';

export type Kept<Row> = Row & { sequence: number };

/** Everything the oracle knows, in order of arrival. */
export interface Rows {
  events: Kept<EventRow>[];
  attachments: Kept<AttachmentRow>[];
  sessions: Kept<SessionRow>[];
  ledger: Kept<LedgerRow>[];
}
