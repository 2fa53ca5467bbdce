import type { Generated } from 'kysely';
import type { EventId, IssueId, UserId } from '@seismo/protocol';

export interface ShareTables {
  issue_share: {
    id: Generated<number>;
    issue_id: IssueId;
    event_id: EventId;
    hash: string;
    user_id: UserId | null;
    created_at_ms: number;
    expires_at_ms: number;
    last_opened_at_ms: number | null;
  };
}
