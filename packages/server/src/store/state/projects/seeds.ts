import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { State } from '../contract.ts';

export interface SeededProject {
  organizationId: OrganizationId;
  projectId: ProjectId;
}

export const projectFacts = { name: 'Web', platform: 'javascript', createdAtMs: 2 };

export async function seedProject(state: State, organization = 'main', project = 'web'): Promise<SeededProject> {
  return state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: organization, name: organization, createdAtMs: 1 });
    return { organizationId, projectId: await tx.createProject({ ...projectFacts, organizationId, slug: project }) };
  });
}
