import type { IssueId, OrganizationId, ProjectId } from '@seismo/protocol';
import { artifactWrites, type ArtifactData } from '../artifacts/memory.ts';
import type { AuditData } from '../audit/memory.ts';
import type { ConfigurationData } from '../configuration/memory.ts';
import type { DigestData } from '../digests/memory.ts';
import type { FeedbackData } from '../feedback/memory.ts';
import type { GroupingData } from '../grouping/memory.ts';
import type { IdentityData } from '../identities/memory.ts';
import type { IssueData } from '../issues/memory.ts';
import type { PeopleData } from '../people/memory.ts';
import type { ProjectData } from '../projects/memory.ts';
import type { ReleaseData } from '../releases/memory.ts';
import type { RepairData } from '../repairs/memory.ts';
import type { SavedSearchData } from '../saved-searches/memory.ts';
import type { SearchData } from '../search/memory.ts';
import type { ShareData } from '../shares/memory.ts';
import type { SecondFactorData } from '../second-factor/memory.ts';
import type { SignInData } from '../sign-in/memory.ts';
import type { TeamData } from '../teams/memory.ts';
import type { UsageData } from '../usage/memory.ts';
import type { RemovalWrites } from './contract.ts';

type Data = ArtifactData &
  AuditData &
  ConfigurationData &
  DigestData &
  FeedbackData &
  GroupingData &
  IdentityData &
  IssueData &
  PeopleData &
  ProjectData &
  ReleaseData &
  RepairData &
  SavedSearchData &
  SearchData &
  SecondFactorData &
  ShareData &
  SignInData &
  TeamData &
  UsageData;

export function removalWrites(data: Data): RemovalWrites {
  const deleteIssues = (ids: IssueId[]) => {
    const stays = ({ issueId }: { issueId: IssueId }) => !ids.includes(issueId);
    for (const each of data.feedback) {
      const home = data.fingerprints.find((one) => one.projectId === each.projectId && one.hash === each.eventHash);
      if (home && !stays(home)) each.eventHash = null;
    }
    data.texts = data.texts.filter(stays);
    data.fingerprints = data.fingerprints.filter(stays);
    data.hours = data.hours.filter(stays);
    data.seen = data.seen.filter(stays);
    data.bookmarks = data.bookmarks.filter(stays);
    data.activities = data.activities.filter(stays);
    data.shares = data.shares.filter(stays);
    data.redirects = data.redirects.filter((each) => stays(each) && !ids.includes(each.intoId));
    data.regroups = data.regroups.filter(stays);
    data.issues = data.issues.filter(({ id }) => !ids.includes(id));
  };
  return {
    async deleteIssue(id) {
      deleteIssues([id]);
    },

    async deleteProject(id) {
      const stays = ({ projectId }: { projectId: ProjectId }) => projectId !== id;
      deleteIssues(data.issues.filter((issue) => !stays(issue)).map((issue) => issue.id));
      for (const use of data.uses.filter((each) => !stays(each))) await artifactWrites(data).deleteUpload(use);
      data.regroups = data.regroups.filter(stays);
      data.fingerprints = data.fingerprints.filter(stays);
      data.feedback = data.feedback.filter(stays);
      data.digests = data.digests.filter(stays);
      data.configurations = data.configurations.filter(stays);
      data.filteredExamples = data.filteredExamples.filter(stays);
      data.releases = data.releases.filter(stays);
      data.environments = data.environments.filter(stays);
      data.repairs = data.repairs.filter(stays);
      data.usage = data.usage.filter(stays);
      data.keys = data.keys.filter(stays);
      for (const team of data.teams) team.projectIds = team.projectIds.filter((each) => each !== id);
      data.records = data.records
        .map((record) => ({ ...record, projectIds: record.projectIds.filter((one) => one !== id) }))
        .filter((record, index) => record.projectIds.length > 0 || data.records[index]!.projectIds.length === 0);
      data.projects = data.projects.filter((project) => project.id !== id);
    },

    async deleteOrganization(id) {
      const stays = ({ organizationId }: { organizationId: OrganizationId | null }) => organizationId !== id;
      if (!data.projects.every(stays)) throw new Error('An organization with a project is not deleted.');
      data.teams = data.teams.filter(stays);
      data.invitations = data.invitations.filter(stays);
      data.savedSearches = data.savedSearches.filter(stays);
      data.identityProviders = data.identityProviders.filter(stays);
      data.auditEntries = data.auditEntries.filter(stays);
      data.chunks = data.chunks.filter(stays);
      data.assemblies = data.assemblies.filter(stays);
      data.memberships = data.memberships.filter(stays);
      data.sessions = data.sessions.filter(stays);
      data.tokens = data.tokens.filter(stays);
      data.identities = data.identities.filter(stays);
      data.ceremonies = data.ceremonies.filter(stays);
      data.organizations = data.organizations.filter((organization) => organization.id !== id);
    },
  };
}
