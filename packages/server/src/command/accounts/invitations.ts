import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { invalidInvitation } from '#query/accounts/invitations.ts';
import { organizationNamed } from '#query/accounts/organizations.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  requirePermission,
  requireAccountSession,
  requirePersonalSession,
  requireSignedIn,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import type { Invitation, StateTx } from '#store/state/contract.ts';
import type { Role } from '#domain/permissions/role.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { Attempted } from '../alerts/deliveries.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { accountMessage, linkAge } from './account-mail.ts';
import { roleSchema } from './members.ts';
import { hashPassword, passwordSchema } from './password.ts';
import { emailSchema, userNameSchema } from './user-name.ts';
import { requireRank } from '../rank.ts';
import { readInput } from '#platform/read-input.ts';
import { createSecret } from './secret.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

const inviteSchema = z.object({ email: emailSchema, role: roleSchema });
const acceptSchema = z.object({ name: userNameSchema, password: passwordSchema });

/**
 * Creates an invitation link that works once, within a week, and mails it to the address if email is configured. The
 * secret is only returned here. `email`: how that ended; the link is good either way.
 */
export async function invite(
  deps: ServerCommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  input: { email: string; role: Role },
): Promise<{ link: string; expiresAtMs: number; email: Attempted | null }> {
  const invitedBy = requirePersonalSession(viewer);
  const link = createSecret(deps);
  const invitation = await saveInvitation(deps, viewer, organizationSlug, input, { invitedBy, link });
  const email = await mailInvitation(deps, invitation, link);
  return { link, expiresAtMs: invitation.expiresAtMs, email };
}

/** `null` if email is not configured. */
async function mailInvitation(
  deps: ServerCommandDeps,
  { organizationId, email, role, invitedBy, expiresAtMs }: SavedInvitation,
  link: string,
): Promise<Attempted | null> {
  if (deps.config.mail === null) return null;
  try {
    deps.invitationMails.enter(invitedBy, email);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { isSent: false, answer: error.message };
  }
  const [organization] = await deps.state.listOrganizations([organizationId]);
  const inviter = await deps.state.userById(invitedBy);
  const message = accountMessage(deps, {
    title: `Invitation to ${organization!.name} on Seismo`,
    text: [
      `${inviter!.name || inviter!.email} invites you to join ${organization!.name} as ${role}.`,
      `The link works once and expires ${linkAge(expiresAtMs)}.`,
    ],
    link: { name: 'View invitation', path: `/invitation/${link}` },
    why: `You receive this because ${inviter!.email} entered this address. If you do not know the sender, ignore it.`,
  });
  const { isSent, answer } = await deps.sendEmail(message, email);
  return { isSent, answer };
}

/**
 * Allows the address to join, by the organization's identity provider or by a link that a member creates later. Tokens
 * get no link: a leaked one must not admit users.
 */
export async function inviteWithoutLink(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  input: { email: string; role: Role },
): Promise<void> {
  requireSignedIn(viewer);
  if (viewer.userId === null)
    throw new Refusal('forbidden', 'An invitation needs a sender, and this token has no user.');
  await saveInvitation(deps, viewer, organizationSlug, input, { invitedBy: viewer.userId, link: createSecret(deps) });
}

interface SavedInvitation {
  organizationId: OrganizationId;
  email: string;
  role: Role;
  invitedBy: UserId;
  expiresAtMs: number;
}

async function saveInvitation(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  input: { email: string; role: Role },
  { invitedBy, link }: { invitedBy: UserId; link: string },
): Promise<SavedInvitation> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.invite, organizationId, 'organization');
  const { email, role } = readInput(inviteSchema, input);
  requireRank(viewer, organizationId, role);
  const createdAtMs = deps.clock.now();
  const expiresAtMs = createdAtMs + limits.INVITATION_AGE_MS_MAX;
  await deps.state.write(async (tx) => {
    const members = await tx.listMembers([organizationId]);
    if (members.some((member) => member.email.toLowerCase() === email.toLowerCase())) {
      throw new Refusal('conflict', `${email} is already a member of this organization.`, 'email');
    }
    if ((await tx.listInvitations([organizationId], createdAtMs)).length >= limits.INVITATION_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `This organization already has ${limits.INVITATION_COUNT_MAX} pending invitations. Revoke one you no longer need.`,
      );
    }
    const hash = hashSecret(link);
    await tx.createInvitation({ organizationId, email, role, hash, invitedBy, createdAtMs, expiresAtMs });
    await audit(deps, tx, viewer, organizationId, 'invite', email, `as ${role}`);
  });
  return { organizationId, email, role, invitedBy, expiresAtMs };
}

export async function deleteInvitation(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  id: number,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.deleteInvitation, organizationId, 'organization');
  await deps.state.write(async (tx) => {
    const open = await tx.listInvitations([organizationId], deps.clock.now());
    const found = open.find((invitation) => invitation.id === id);
    if (!found) throw new Refusal('not-found', 'Invitation not found. It was accepted or revoked, or it has expired.');
    await tx.deleteInvitation(organizationId, id);
    await audit(deps, tx, viewer, organizationId, 'invitation-delete', found.email);
  });
}

/** For a signed-in user: the link admits its holder under their own account. */
export async function joinByInvitation(deps: CommandDeps, viewer: Viewer, link: string): Promise<void> {
  const userId = requireAccountSession(viewer);
  await deps.state.write(async (tx) => join(deps, tx, await taken(deps, tx, link), userId));
}

/** For a user without an account: creates it under the invited address. */
export async function signUpByInvitation(
  deps: CommandDeps,
  link: string,
  input: { name: string; password: string },
  visit: Visit,
): Promise<SignedIn> {
  const { name, password } = readInput(acceptSchema, input);
  if (!(await deps.state.invitationByHash(hashSecret(String(link)), deps.clock.now()))) throw invalidInvitation();
  const passwordHash = await hashPassword(password, deps.random);
  return deps.state.write(async (tx) => {
    const invitation = await taken(deps, tx, link);
    if (await tx.userByEmail(invitation.email)) {
      throw new Refusal('conflict', `${invitation.email} has an account here. Sign in, then open the link again.`);
    }
    const createdAtMs = deps.clock.now();
    const userId = await tx.createUser({ email: invitation.email, name, passwordHash, createdAtMs });
    await join(deps, tx, invitation, userId);
    return startSession(deps, tx, userId, visit, 'invitation');
  });
}

async function taken({ clock }: CommandDeps, tx: StateTx, link: string): Promise<Invitation> {
  const invitation = await tx.invitationByHash(hashSecret(String(link)), clock.now());
  if (!invitation) throw invalidInvitation();
  await tx.deleteInvitation(invitation.organizationId, invitation.id);
  return invitation;
}

/** Existing members keep their role. */
async function join(
  deps: CommandDeps,
  tx: StateTx,
  { organizationId, role, email }: Invitation,
  userId: UserId,
): Promise<void> {
  const memberships = await tx.membershipsOf(userId);
  if (memberships.some((one) => one.organizationId === organizationId)) {
    throw new Refusal('conflict', 'You already belong to this organization.');
  }
  await tx.setMembership({ organizationId, userId, role });
  const viewer: Viewer = { userId, memberships: [], scopes: null, boundTo: null };
  await audit(deps, tx, viewer, organizationId, 'join', email, `as ${role}`);
}
