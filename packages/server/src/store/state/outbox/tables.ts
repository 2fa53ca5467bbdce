import type { IssueId } from '@seismo/protocol';
import type { OutboxChange } from './contract.ts';

export interface OutboxTables {
  /** `project_ids` and `data` are JSON. */
  outbox: {
    id: number;
    at_ms: number;
    kind: OutboxChange['kind'];
    project_ids: string;
    issue_id: IssueId | null;
    data: string;
  };
  /** One row: the id given last. */
  outbox_head: { only: number; id: number };
  outbox_reader: { name: string; position: number };
}
