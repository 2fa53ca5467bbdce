import type { OrganizationId, ProjectId } from '@seismo/protocol';

export interface ProjectReads {
  /** By slug, as projects are. */
  listOrganizations(ids: OrganizationId[]): Promise<Organization[]>;
  organizationBySlug(slug: string): Promise<Organization | null>;
  listProjects(organizationIds: OrganizationId[]): Promise<Project[]>;
  /** Of all organizations, by ID. For internal work, which has no viewer. */
  allProjects(): Promise<Project[]>;
  projectById(id: ProjectId): Promise<Project | null>;
  projectBySlug(organizationId: OrganizationId, slug: string): Promise<Project | null>;
  listKeys(projectId: ProjectId): Promise<ProjectKey[]>;
  /** Keys of the project whose ID is in this setting. */
  listKeysOfSetting(name: string): Promise<ProjectKey[]>;
  listKeysOfProjects(projectIds: ProjectId[]): Promise<ProjectKey[]>;
  /** The only read on ingest's path. */
  keyByPublicKey(
    publicKey: string,
  ): Promise<(ProjectKey & { organizationId: OrganizationId; projectSlug: string }) | null>;
}

export interface ProjectWrites {
  createOrganization(organization: { slug: string; name: string; createdAtMs: number }): Promise<OrganizationId>;
  createProject(project: Omit<Project, 'id' | 'firstEventAtMs'>): Promise<ProjectId>;
  updateOrganization(
    id: OrganizationId,
    change: Partial<Pick<Organization, 'slug' | 'name' | 'sharesIssues'>>,
  ): Promise<void>;
  updateProject(id: ProjectId, change: Partial<Pick<Project, 'slug' | 'name' | 'platform'>>): Promise<void>;
  createKey(key: Omit<ProjectKey, 'id'>): Promise<number>;
  updateKey(id: number, change: Partial<Pick<ProjectKey, 'label' | 'active' | 'rateLimit'>>): Promise<void>;
  deleteKey(id: number): Promise<void>;
}

export interface Organization {
  id: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
  /** Whether links to its issues may be made, and open. */
  sharesIssues: boolean;
}

export interface Project {
  id: ProjectId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  /** Sentry's names: `javascript-react`, `node`, `python-django`, `other`; `''` until a user or an event sets it. */
  platform: string;
  createdAtMs: number;
  /** When the first event was stored; `null` while waiting for it. */
  firstEventAtMs: number | null;
}

export interface ProjectKey {
  id: number;
  projectId: ProjectId;
  label: string;
  /** 32 hex digits. Public: it is in every page that uses the SDK. */
  publicKey: string;
  active: boolean;
  /** Events per window, or `null` for no limit. */
  rateLimit: { count: number; windowS: number } | null;
  createdAtMs: number;
}

/** The first event of a project, from a batch. An existing first event or platform stays. */
export interface FirstEvent {
  projectId: ProjectId;
  atMs: number;
  /** The platform that its SDK suggests, or `''`. */
  platform: string;
}
