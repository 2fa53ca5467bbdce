import type { ProjectId } from '@seismo/protocol';

export interface DigestTables {
  digest_error: { project_id: ProjectId; digest_hash: string; error_hash: string; waits: number };
}
