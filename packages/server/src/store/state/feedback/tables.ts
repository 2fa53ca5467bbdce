import type { Generated } from 'kysely';
import type { EventId, ProjectId, UserId } from '@seismo/protocol';
import type { FeedbackStatus } from './contract.ts';

export interface FeedbackTables {
  feedback: {
    id: Generated<number>;
    project_id: ProjectId;
    feedback_id: EventId;
    at_ms: number;
    status: Generated<FeedbackStatus>;
    status_user_id: UserId | null;
    status_at_ms: number | null;
    message: string;
    name: string;
    email: string;
    url: string;
    source: string;
    event_id: EventId | null;
    event_hash: string | null;
    digest: string;
    digest_hash: string | null;
    environment: string;
    release: string;
    user_key: string;
    trace_id: string;
    replay_id: string;
    /** JSON. */
    tags: string;
  };
}
