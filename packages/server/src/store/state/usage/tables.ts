import type { ProjectId } from '@seismo/protocol';

export interface UsageTables {
  project_usage: { project_id: ProjectId; day: number; key_id: number; bytes: number };
}
