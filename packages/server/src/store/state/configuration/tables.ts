import type { Generated } from 'kysely';
import type { ProjectId, UserId } from '@seismo/protocol';
import type { ConfigurationName } from './contract.ts';

export interface ConfigurationTables {
  configuration: {
    /** Grows with every write, so that the newest one of a project says whether anything changed. */
    id: Generated<number>;
    project_id: ProjectId;
    name: ConfigurationName;
    version: number;
    at_ms: number;
    user_id: UserId | null;
    document: string;
  };
  filtered_example: { project_id: ProjectId; reason: string; title: string; at_ms: number };
}
