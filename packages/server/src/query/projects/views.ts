import type { ProjectId, OrganizationId, TeamId } from '@seismo/protocol';
import type { ProjectKey } from '#store/state/contract.ts';

/** The project of something in a list, and its organization by slug. */
export interface ProjectOfRow {
  id: ProjectId;
  slug: string;
  name: string;
  platform: string;
  organization: string;
}

export interface ProjectView {
  id: ProjectId;
  organization: { id: OrganizationId; slug: string; name: string };
  slug: string;
  name: string;
  platform: string;
  createdAtMs: number;
  firstEventAtMs: number | null;
  /** By slug. */
  teams: { id: TeamId; slug: string; name: string }[];
  /** The first active key's DSN: `http://<key>@host/<project ID>`. */
  dsn: string | null;
}

export interface KeyView extends ProjectKey {
  dsn: string;
}

export interface EnvironmentView {
  name: string;
  hidden: boolean;
}
