import type { Generated } from 'kysely';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { ReleaseRecord } from './contract.ts';

export interface ReleaseTables {
  /** What events show of a release in a project. */
  release: {
    project_id: ProjectId;
    version: string;
    organization_id: OrganizationId;
    first_seen_at_ms: number;
    last_seen_at_ms: number;
    event_count: number;
    /** 1: it is older than `issue_first_seen`. */
    untracked: Generated<number>;
  };
  release_record: {
    id: Generated<number>;
    organization_id: OrganizationId;
    version: string;
    created_at_ms: number;
    started_at_ms: number | null;
    released_at_ms: number | null;
    url: string;
    ref: string;
    status: ReleaseRecord['status'];
    /** JSON: a list of `CommitRef`. */
    refs: string;
    commit_count: number;
  };
  release_project: { release_id: number; project_id: ProjectId };
  release_commit: {
    release_id: number;
    position: number;
    commit_id: string;
    message: string;
    author_name: string;
    author_email: string;
    at_ms: number | null;
    repository: string;
    /** JSON: the list of changed files. */
    files: string;
  };
  deploy: {
    id: Generated<number>;
    release_id: number;
    environment: string;
    name: string;
    url: string;
    started_at_ms: number | null;
    finished_at_ms: number;
  };
  environment: { project_id: ProjectId; name: string; hidden: Generated<number>; untracked: Generated<number> };
}
