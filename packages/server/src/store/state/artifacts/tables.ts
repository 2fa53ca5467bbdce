import type { Generated } from 'kysely';
import type { DebugId, OrganizationId, ProjectId } from '@seismo/protocol';
import type { ArtifactKind } from './contract.ts';

export interface ArtifactTables {
  artifact_bundle: {
    id: Generated<number>;
    organization_id: OrganizationId;
    /** SHA-1 of a bundle; `null` for files that came one by one. */
    checksum: string | null;
    file_count: number;
    debug_id_count: number;
    map_count: number;
    bytes: number;
  };
  /** For which projects and releases a bundle was uploaded. */
  artifact_use: {
    bundle_id: number;
    project_id: ProjectId;
    release: string;
    dist: string;
    uploaded_at_ms: number;
  };
  artifact: {
    id: Generated<number>;
    bundle_id: number;
    organization_id: OrganizationId;
    kind: ArtifactKind;
    url: string;
    debug_id: DebugId | null;
    map_url: string;
    map_id: number | null;
    blob_key: string;
    bytes: number;
  };
  artifact_chunk: {
    organization_id: OrganizationId;
    checksum: string;
    bytes: number;
    added_at_ms: number;
  };
  artifact_assembly: {
    organization_id: OrganizationId;
    checksum: string;
    /** JSON: what is to be put together and for whom. */
    plan: string;
    started_at_ms: number;
    problem: string | null;
  };
}
