import type { IssueId, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { IssueFacts, StateBatch, StateReads, StateTx } from '../contract.ts';
import { keepable } from '../search-text.ts';
import { shortIdOf } from '../short-id.ts';
import { issueById, type Data } from './data.ts';

export function memoryWrites(data: Data): Omit<StateTx, keyof StateReads> {
  const nextId = (kind: keyof Data['lastIds']) => ++data.lastIds[kind];

  return {
    async createUser(user) {
      demandNew(!data.users.some(({ email }) => email.toLowerCase() === user.email.toLowerCase()), 'user');
      const id = nextId('user') as UserId;
      data.users.push({ id, ...user });
      return id;
    },
    async setPasswordHash(userId, passwordHash) {
      for (const user of data.users) if (user.id === userId) user.passwordHash = passwordHash;
    },
    async createOrganization(organization) {
      demandNew(!data.organizations.some(({ slug }) => slug === organization.slug), 'organization');
      const id = nextId('organization') as OrganizationId;
      data.organizations.push({ id, ...organization });
      return id;
    },
    async setMembership(membership) {
      data.memberships = data.memberships.filter(
        (each) => each.userId !== membership.userId || each.organizationId !== membership.organizationId,
      );
      data.memberships.push({ ...membership });
    },
    async createSession(session) {
      demandNew(!data.sessions.some(({ hash }) => hash === session.hash), 'session');
      data.sessions.push({ ...session });
    },
    async deleteSession(hash) {
      data.sessions = data.sessions.filter((session) => session.hash !== hash);
    },
    async deleteExpiredSessions(nowMs) {
      data.sessions = data.sessions.filter((session) => session.expiresAtMs > nowMs);
      data.links = data.links.filter((link) => link.expiresAtMs > nowMs);
    },
    async createSignInLink(link) {
      demandNew(!data.links.some(({ hash }) => hash === link.hash), 'sign-in link');
      data.links.push({ ...link });
    },
    async takeSignInLink(hash, nowMs) {
      const link = data.links.find((candidate) => candidate.hash === hash);
      data.links = data.links.filter((candidate) => candidate !== link);
      return link && link.expiresAtMs > nowMs ? { userId: link.userId } : undefined;
    },
    async createApiToken(token) {
      demandNew(!data.tokens.some(({ hash }) => hash === token.hash), 'token');
      const id = nextId('token');
      data.tokens.push({ id, lastUsedAtMs: null, ...structuredClone(token) });
      return id;
    },
    async deleteApiToken(userId, id) {
      const before = data.tokens.length;
      data.tokens = data.tokens.filter((token) => token.id !== id || token.userId !== userId);
      return data.tokens.length < before;
    },

    async createProject(project) {
      const { organizationId, slug } = project;
      demandNew(!data.projects.some((each) => each.organizationId === organizationId && each.slug === slug), 'project');
      const id = nextId('project') as ProjectId;
      data.projects.push({ id, firstEventAtMs: null, issueNumber: 0, ...project });
      return id;
    },
    async updateProject(id, change) {
      for (const project of data.projects) if (project.id === id) Object.assign(project, change);
    },
    async createKey(key) {
      demandNew(!data.keys.some(({ publicKey }) => publicKey === key.publicKey), 'key');
      const id = nextId('key');
      data.keys.push({ id, ...structuredClone(key) });
      return id;
    },
    async updateKey(id, change) {
      for (const key of data.keys) if (key.id === id) Object.assign(key, structuredClone(change));
    },

    async ensureIssues(seeds) {
      const found = new Map<string, IssueId>();
      for (const seed of seeds) {
        const { organizationId, projectId, hash, groupingVersion, level, handled, firstSeenAtMs } = seed;
        if (projectId !== seeds[0]!.projectId) throw new Error('ensureIssues() takes the seeds of one project.');
        const known = data.fingerprints.find((each) => each.projectId === projectId && each.hash === hash);
        if (known) {
          found.set(hash, known.issueId);
          continue;
        }
        const project = data.projects.find(({ id }) => id === projectId)!;
        const id = nextId('issue') as IssueId;
        data.issues.push({
          id,
          organizationId,
          projectId,
          shortId: shortIdOf(project.slug, ++project.issueNumber),
          status: 'unresolved',
          level,
          ...headlineOf(seed),
          platform: keepable(seed.platform),
          handled,
          eventCount: 0,
          userCount: 0,
          firstSeenAtMs,
          lastSeenAtMs: firstSeenAtMs,
          firstRelease: '',
          lastRelease: '',
          regressedAtMs: null,
          users: [],
        });
        data.fingerprints.push({ projectId, hash, groupingVersion, issueId: id });
        found.set(hash, id);
      }
      return found;
    },

    async applyBatch(batch) {
      if (batch.sequence <= data.appliedSequence) throw new Error(`Batch ${batch.sequence} was applied already.`);
      const ids = batch.issues.map(({ issueId }) => issueId);
      if (new Set(ids).size < ids.length) throw new Error('A batch names an issue twice.');
      for (const facts of batch.issues) applyFacts(data, facts, batch.atMs);
      applySurroundings(data, batch);
      data.appliedSequence = batch.sequence;
    },
    async setIssueStatus(ids, status) {
      for (const id of ids) {
        const issue = issueById(data, id);
        if (issue) issue.status = status;
      }
    },
    async addActivity(activity) {
      data.activities.push({ id: ++data.lastIds.activity, ...activity });
    },
    async setSetting(name, value) {
      data.settings = [...data.settings.filter((setting) => setting.name !== name), { name, value }];
    },
  };
}

function applyFacts(data: Data, facts: IssueFacts, atMs: number): void {
  const issue = issueById(data, facts.issueId);
  if (!issue) throw new Error(`A batch names the issue ${facts.issueId}, which does not exist.`);
  const { id: issueId } = issue;
  const firstRelease = keepable(facts.firstRelease);
  const lastRelease = keepable(facts.lastRelease);

  if (issue.eventCount === 0) {
    data.activities.push({
      id: ++data.lastIds.activity,
      issueId,
      userId: null,
      kind: 'first-seen',
      atMs: facts.firstSeenAtMs,
    });
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    issue.lastSeenAtMs = facts.lastSeenAtMs;
  }
  if (issue.status === 'resolved') {
    data.activities.push({ id: ++data.lastIds.activity, issueId, userId: null, kind: 'regressed', atMs });
    issue.status = 'unresolved';
    issue.regressedAtMs = atMs;
  }
  if (facts.firstSeenAtMs < issue.firstSeenAtMs) {
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    if (firstRelease !== '') issue.firstRelease = firstRelease;
  }
  if (issue.firstRelease === '') issue.firstRelease = firstRelease;
  if (facts.lastSeenAtMs >= issue.lastSeenAtMs) {
    issue.lastSeenAtMs = facts.lastSeenAtMs;
    if (lastRelease !== '') issue.lastRelease = lastRelease;
    Object.assign(issue, headlineOf(facts), { level: facts.level, handled: facts.handled });
  }
  if (issue.lastRelease === '') issue.lastRelease = lastRelease;
  issue.eventCount += facts.events;
  issue.users = [...new Set([...issue.users, ...facts.userKeys.map(keepable)])];
  issue.userCount = issue.users.length;
}

function applySurroundings(data: Data, batch: StateBatch): void {
  for (const { events, ...release } of batch.releases) {
    const version = keepable(release.version);
    const known = data.releases.find((each) => each.projectId === release.projectId && each.version === version);
    if (known) {
      known.firstSeenAtMs = Math.min(known.firstSeenAtMs, release.firstSeenAtMs);
      known.lastSeenAtMs = Math.max(known.lastSeenAtMs, release.lastSeenAtMs);
      known.eventCount += events;
    } else data.releases.push({ ...release, version, eventCount: events });
  }
  for (const { projectId, name } of batch.environments) {
    if (name !== '') data.environments.push({ projectId, name: keepable(name) });
  }
  for (const { projectId, atMs } of batch.firstEvents) {
    for (const project of data.projects) if (project.id === projectId) project.firstEventAtMs ??= atMs;
  }
}

function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: keepable(type), value: keepable(value), culprit: keepable(culprit) };
}

function demandNew(isNew: boolean, what: string): void {
  if (!isNew) throw new Error(`There is such a ${what} already (unique).`);
}
