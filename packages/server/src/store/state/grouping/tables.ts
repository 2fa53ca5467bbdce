import type { IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { Regroup } from './contract.ts';

export interface GroupingTables {
  /** Issues that were merged away, and where to. */
  issue_redirect: { issue_id: IssueId; into_id: IssueId };
  regroup: {
    id: string;
    project_id: ProjectId;
    user_id: UserId | null;
    at_ms: number;
    operation: Regroup['operation'];
    issue_id: IssueId;
    /** JSON: what moved from where. */
    data: string;
    undone_at_ms: number | null;
  };
}
