import type { Generated } from 'kysely';
import type { OrganizationId, UserId } from '@seismo/protocol';

export interface SavedSearchTables {
  saved_search: {
    id: Generated<number>;
    organization_id: OrganizationId;
    user_id: UserId | null;
    shared: number;
    name: string;
    query: string;
    sort: string;
    created_at_ms: number;
  };
}
