import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { copy, demandNew, without } from '../engines/memory/rows.ts';
import type { FirstEvent, Organization, Project, ProjectKey, ProjectReads, ProjectWrites } from './contract.ts';

export interface ProjectData {
  organizations: Organization[];
  lastOrganizationId: number;
  projects: (Project & { issueNumber: number })[];
  lastProjectId: number;
  keys: ProjectKey[];
  lastKeyId: number;
}

export function emptyProjects(): ProjectData {
  return { organizations: [], lastOrganizationId: 0, projects: [], lastProjectId: 0, keys: [], lastKeyId: 0 };
}

export function projectReads(current: () => ProjectData): ProjectReads {
  return {
    listOrganizations: async (ids) => copy(current().organizations.filter(({ id }) => ids.includes(id))).sort(bySlug),
    organizationBySlug: async (slug) => copy(current().organizations.find((each) => each.slug === slug)) ?? null,
    listProjects: async (organizationIds) =>
      current()
        .projects.filter((project) => organizationIds.includes(project.organizationId))
        .map((project) => without(project, 'issueNumber'))
        .sort(bySlug),
    projectById: async (id) => {
      const project = current().projects.find((candidate) => candidate.id === id);
      return project ? without(project, 'issueNumber') : null;
    },
    projectBySlug: async (organizationId, slug) => {
      const project = current().projects.find(
        (candidate) => candidate.organizationId === organizationId && candidate.slug === slug,
      );
      return project ? without(project, 'issueNumber') : null;
    },
    listKeys: async (projectId) => copy(current().keys.filter((key) => key.projectId === projectId)),
    keyByPublicKey: async (publicKey) => {
      const key = current().keys.find((candidate) => candidate.publicKey === publicKey);
      if (!key) return null;
      const project = current().projects.find((candidate) => candidate.id === key.projectId)!;
      return { ...copy(key), organizationId: project.organizationId, projectSlug: project.slug };
    },
  };
}

export function projectWrites(data: ProjectData): ProjectWrites {
  return {
    async createOrganization(organization) {
      demandNew(!data.organizations.some(({ slug }) => slug === organization.slug), 'organization');
      const id = ++data.lastOrganizationId as OrganizationId;
      data.organizations.push({ id, ...organization, sharesIssues: true });
      return id;
    },
    async createProject(project) {
      const { organizationId, slug } = project;
      demandNew(!data.projects.some((each) => each.organizationId === organizationId && each.slug === slug), 'project');
      const id = ++data.lastProjectId as ProjectId;
      data.projects.push({ id, firstEventAtMs: null, issueNumber: 0, ...project });
      return id;
    },
    async updateOrganization(id, change) {
      demandNew(!data.organizations.some((each) => each.id !== id && each.slug === change.slug), 'organization');
      for (const organization of data.organizations) if (organization.id === id) Object.assign(organization, change);
    },
    async updateProject(id, change) {
      const own = data.projects.find((project) => project.id === id);
      if (!own) return;
      const rivals = data.projects.filter((each) => each.organizationId === own.organizationId && each.id !== id);
      demandNew(!rivals.some(({ slug }) => slug === change.slug), 'project');
      Object.assign(own, change);
    },
    async createKey(key) {
      demandNew(!data.keys.some(({ publicKey }) => publicKey === key.publicKey), 'key');
      const id = ++data.lastKeyId;
      data.keys.push({ id, ...structuredClone(key) });
      return id;
    },
    async updateKey(id, change) {
      for (const key of data.keys) if (key.id === id) Object.assign(key, structuredClone(change));
    },
    async deleteKey(id) {
      data.keys = data.keys.filter((key) => key.id !== id);
    },
  };
}

export function applyFirstEvents(data: ProjectData, firstEvents: FirstEvent[]): void {
  for (const { projectId, atMs, platform } of firstEvents) {
    for (const project of data.projects) {
      if (project.id !== projectId) continue;
      project.firstEventAtMs ??= atMs;
      project.platform ||= platform;
    }
  }
}

function bySlug(one: { slug: string }, other: { slug: string }): number {
  return one.slug < other.slug ? -1 : 1;
}
