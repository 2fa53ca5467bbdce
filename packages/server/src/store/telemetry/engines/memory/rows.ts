import type { AttachmentRow, EventRow, LedgerRow, SessionRow } from '../../contract.ts';

export type Kept<Row> = Row & { sequence: number };

/** What only changes say. */
export type KeptEvent = Kept<EventRow> & { mappedHash: string; sentHash: string };

/** Everything the oracle knows, in order of arrival. */
export interface Rows {
  events: KeptEvent[];
  attachments: Kept<AttachmentRow>[];
  sessions: Kept<SessionRow>[];
  ledger: Kept<LedgerRow>[];
}
