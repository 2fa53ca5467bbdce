import { limits, type OrganizationId } from '@seismo/protocol';
import { requirePersonalSession, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SlackLink } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import type { SlackUserView } from './views.ts';

/** The users of Slack who act as the viewer. */
export async function slackUsers({ state }: QueryDeps, viewer: Viewer): Promise<SlackUserView[]> {
  const linked = await state.slackUsersOf(requirePersonalSession(viewer));
  const organizations = await state.listOrganizations(viewer.memberships.map(({ organizationId }) => organizationId));
  return linked.flatMap(({ id, name, workspace, organizationId, createdAtMs }) => {
    const organization = organizations.find((one) => one.id === organizationId);
    return organization ? [{ id, name, workspace, organization: organization.name, createdAtMs }] : [];
  });
}

/** Who asked for a link, before the viewer confirms it. */
export async function slackLink(
  deps: QueryDeps,
  viewer: Viewer,
  token: string,
): Promise<Pick<SlackUserView, 'name' | 'workspace' | 'organization'>> {
  const { name, workspace, organizationId } = await openSlackLink(deps, viewer, token);
  const [organization] = await deps.state.listOrganizations([organizationId]);
  return { name, workspace, organization: organization!.name };
}

/** Refuses links that this server did not make, old ones, and those of organizations that the viewer is not in. */
export async function openSlackLink(
  { state, clock }: Pick<QueryDeps, 'state' | 'clock'>,
  viewer: Viewer,
  token: string,
): Promise<SlackLink> {
  requirePersonalSession(viewer);
  const text = String(token);
  const link = text.length <= limits.SLACK_LINK_CHARS_MAX ? await state.readSlackLinkToken(text) : null;
  if (link === null || link.expiresAtMs <= clock.now()) {
    throw new Refusal('not-found', 'The link has expired or is incomplete. Press a button in Slack to get a new one.');
  }
  if (!isMember(viewer, link.organizationId)) {
    throw new Refusal('forbidden', 'The link is for an organization that this account is not a member of.');
  }
  return link;
}

const isMember = ({ memberships }: Viewer, id: OrganizationId) =>
  memberships.some(({ organizationId }) => organizationId === id);
