import type { Issue, Share } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from '../issues/issue.ts';
import { hashSecret } from '../accounts/session.ts';
import type { ShareLinksView } from './views.ts';
import { can, type Viewer } from '#domain/permissions/viewer.ts';

/** The active links to an issue, for viewers who may create one. */
export async function shareLinks(
  { state, clock, ...deps }: QueryDeps,
  viewer: Viewer,
  shortId: string,
): Promise<ShareLinksView> {
  const issue = await issueNamed({ state, ...deps }, viewer, 'event:read', shortId);
  const [organization] = await state.listOrganizations([issue.organizationId]);
  const mayShare = can(viewer, 'event:write', issue.organizationId);
  const open = mayShare ? await state.listShares(issue.id, clock.now()) : [];
  const members = open.length > 0 ? await state.listMembers([issue.organizationId]) : [];
  return {
    mayShare,
    allowed: organization!.sharesIssues,
    shares: open.map(({ id, eventId, userId, createdAtMs, expiresAtMs, lastOpenedAtMs }) => {
      const maker = members.find((member) => member.id === userId);
      return { id, eventId, by: maker?.name || maker?.email || null, createdAtMs, expiresAtMs, lastOpenedAtMs };
    }),
  };
}

const SECRET = /^[\w-]{43}$/;

/** The target of a link; `null` if it is unknown, expired, revoked or forbidden by the organization. */
export async function openedBy(
  { state, clock }: Pick<QueryDeps, 'state' | 'clock'>,
  secret: string,
): Promise<{ share: Share; issue: Issue } | null> {
  if (!SECRET.test(secret)) return null;
  const share = await state.shareByHash(hashSecret(secret), clock.now());
  const issue = share && (await state.issueById(await state.mergedInto(share.issueId)));
  if (!share || !issue) return null;
  const [organization] = await state.listOrganizations([issue.organizationId]);
  return organization?.sharesIssues ? { share, issue } : null;
}
