import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { provenDomains } from '#query/accounts/domain-proof.ts';
import { signOnCallback } from '#query/accounts/single-sign-on.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { IdentityProvider, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit, auditOwn } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { openid, reasonOf } from './provider-discovery.ts';
import { requestCode, type CodeRequired } from './sign-in.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

/** Stored by the browser while it is at the provider: only this browser can finish the flow. */
const flowStateSchema = z.object({
  organizationId: z.int(),
  issuer: z.string().max(limits.IDENTITY_CHARS_MAX),
  /** The user who connects the provider to their account; `null` to sign in. */
  connects: z.int().nullable(),
  state: z.string().max(200),
  nonce: z.string().max(200),
  verifier: z.string().max(200),
});

/** The redirect of the browser and the data it must return with. */
export interface StartedSignOn {
  url: string;
  flowState: string;
  expiresAtMs: number;
}

/** Starts single sign-on: the redirect of the browser, and the data for `finishSingleSignOn`. */
export async function beginSingleSignOn(
  deps: ServerCommandDeps,
  organizationId: number,
  address: string | null,
): Promise<StartedSignOn> {
  return begin(deps, organizationId as OrganizationId, null, address);
}

/**
 * For a member who signed in to the account itself: the return connects the account to the provider without signing in.
 */
export async function beginConnection(
  deps: ServerCommandDeps,
  viewer: Viewer,
  organizationId: number,
  address: string | null,
): Promise<StartedSignOn> {
  const userId = requireAccountSession(viewer);
  if (!belongsTo(viewer, organizationId)) throw noProvider();
  return begin(deps, organizationId as OrganizationId, userId, address);
}

async function begin(
  deps: ServerCommandDeps,
  organizationId: OrganizationId,
  connects: UserId | null,
  address: string | null,
): Promise<StartedSignOn> {
  deps.signOns.enter(address);
  const provider = await deps.state.identityProvider(organizationId);
  if (!provider) throw noProvider();
  const client = await openid();
  const config = await deps.discover(provider);
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
  const parameters = {
    redirect_uri: signOnCallback(deps.config.publicUrl, organizationId),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  try {
    return {
      url: client.buildAuthorizationUrl(config, parameters).href,
      flowState: JSON.stringify({ organizationId, issuer: provider.issuer, connects, state, nonce, verifier }),
      expiresAtMs: deps.clock.now() + limits.CEREMONY_AGE_MS_MAX,
    };
  } catch (error) {
    throw new Refusal('invalid', `${provider.name} cannot be used: ${reasonOf(error)}`);
  }
}

/** The parameters that the provider's redirect returns. */
export interface SignOnCallback {
  /** From the callback's path. Every provider has its own, so that none gets the code of another. */
  organizationId: number;
  flowState: string;
  /** The query string. */
  search: string;
}

/** `connected`: the identity now belongs to the viewer's account; no session starts. */
export async function finishSingleSignOn(
  deps: ServerCommandDeps,
  viewer: Viewer,
  { organizationId, flowState, search }: SignOnCallback,
  visit: Visit,
): Promise<SignedIn | CodeRequired | 'connected'> {
  deps.signOns.enter(visit.address);
  const flow = readFlowState(flowState);
  const provider = await deps.state.identityProvider(flow.organizationId as OrganizationId);
  if (!provider || organizationId !== flow.organizationId || provider.issuer !== flow.issuer)
    throw startedInOtherBrowser();
  const user = await authenticatedIdentity(deps, provider, flow, search);
  if (flow.connects !== null) {
    await connect(deps, viewer, flow.connects, provider, user);
    return 'connected';
  }
  return deps.state.write(async (tx) => {
    const userId = await accountOf(deps, tx, provider, user);
    // A provider is one factor. The account may require a second one.
    const code = await requestCode(deps, tx, userId, provider.organizationId);
    return code ?? (await startSession(deps, tx, userId, visit, 'single-sign-on', provider));
  });
}

interface ProviderIdentity {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string;
}

async function authenticatedIdentity(
  deps: ServerCommandDeps,
  provider: IdentityProvider,
  { state, nonce, verifier }: z.infer<typeof flowStateSchema>,
  search: string,
): Promise<ProviderIdentity> {
  const client = await openid();
  const config = await deps.discover(provider);
  const returned = new URL(signOnCallback(deps.config.publicUrl, provider.organizationId));
  returned.search = search;
  // Checks `iss` if the provider sends it, and requires it if the provider announces it.
  const tokens = await client
    .authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw new Refusal(
        'invalid',
        `${provider.name} did not sign you in: ${reasonOf(error)} Try again. If it fails again, ask an owner to check the client ID and secret.`,
      );
    });
  const claims = tokens.claims()!;
  if (claims.sub === '' || claims.sub.length > limits.IDENTITY_CHARS_MAX) {
    throw new Refusal('invalid', `${provider.name} did not sign you in: its ID for you is empty or too long.`);
  }
  return {
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'].trim().slice(0, limits.EMAIL_CHARS_MAX) : '',
    isVerified: claims['email_verified'] === true,
    name: typeof claims['name'] === 'string' ? claims['name'].slice(0, limits.NAME_CHARS_MAX) : '',
  };
}

async function connect(
  deps: ServerCommandDeps,
  viewer: Viewer,
  connects: number,
  { organizationId, issuer, name }: IdentityProvider,
  { subject, email }: ProviderIdentity,
): Promise<void> {
  const userId = requireAccountSession(viewer);
  if (userId !== (connects as UserId) || !belongsTo(viewer, organizationId)) throw startedInOtherBrowser();
  await deps.state.write(async (tx) => {
    const known = await tx.identity({ organizationId, issuer, subject });
    if (known === userId) return;
    if (known !== null)
      throw new Refusal('conflict', `This ${name} account is already connected to another Seismo account.`);
    await tx.addIdentity({ organizationId, issuer, subject, userId });
    const who = { userId, boundTo: null };
    await auditOwn(deps, tx, who, 'identity-connect', name, email || subject);
  });
}

/** Signing in through the organization's provider ends, and with it the sessions that began there. */
export async function disconnectIdentities(deps: CommandDeps, viewer: Viewer, organizationId: number): Promise<void> {
  const userId = requireAccountSession(viewer);
  await deps.state.write(async (tx) => {
    const provider = await tx.identityProvider(organizationId as OrganizationId);
    if (!(await tx.deleteIdentities(userId, organizationId as OrganizationId))) {
      throw new Refusal('not-found', 'Your account is not connected to this identity provider.');
    }
    await tx.deleteOtherSessions(userId, null, organizationId as OrganizationId);
    const who = { userId, boundTo: null };
    await auditOwn(deps, tx, who, 'identity-disconnect', provider?.name ?? 'a former identity provider');
  });
}

/**
 * The account behind an identity. The provider alone never opens an existing account: its owner connects the two after
 * signing in another way. A new account needs an address of a domain that the organization proved, without an account
 * here and without an invitation of another organization. Every refusal is the same sentence.
 */
async function accountOf(
  deps: CommandDeps,
  tx: StateTx,
  provider: IdentityProvider,
  { subject, email, isVerified, name }: ProviderIdentity,
): Promise<UserId> {
  const { organizationId, issuer } = provider;
  const known = await tx.identity({ organizationId, issuer, subject });
  const account = known === null ? await tx.userByEmail(email) : await tx.userById(known);
  const invitations = await tx.invitationsFor(account?.email ?? email, deps.clock.now());
  const invitation = invitations.find((each) => each.organizationId === organizationId);
  const proven = await provenDomains(tx, provider);
  let userId = known;
  if (userId !== null) {
    if ((await tx.membershipsOf(userId)).some((one) => one.organizationId === organizationId)) return userId;
    // A removed member returns only by invitation.
    if (!invitation) throw notConnected(provider);
  } else {
    const isProven =
      isVerified && /^[^\s@]+@[^\s@]+$/.test(email) && proven.includes(email.split('@')[1]!.toLowerCase());
    if (!isProven || account || invitations.some((each) => each !== invitation)) throw notConnected(provider);
    userId = await tx.createUser({ email, name, passwordHash: null, createdAtMs: deps.clock.now() });
    await tx.addIdentity({ organizationId, issuer, subject, userId });
  }
  if (invitation) await tx.deleteInvitation(organizationId, invitation.id);
  await tx.setMembership({ organizationId, userId, role: invitation?.role ?? provider.role });
  const user: Viewer = { userId, memberships: [], scopes: null, boundTo: organizationId };
  await audit(deps, tx, user, organizationId, 'join', account?.email ?? email, `by ${provider.name}`);
  return userId;
}

function belongsTo(viewer: Viewer, organizationId: number): boolean {
  return viewer.memberships.some((one) => one.organizationId === (organizationId as OrganizationId));
}

function readFlowState(flowState: string): z.infer<typeof flowStateSchema> {
  try {
    return flowStateSchema.parse(JSON.parse(String(flowState)));
  } catch {
    throw startedInOtherBrowser();
  }
}

function startedInOtherBrowser(): Refusal {
  return new Refusal('invalid', 'The sign-in expired, or it started in another browser. Sign in again.');
}

function notConnected({ name }: IdentityProvider): Refusal {
  return new Refusal(
    'forbidden',
    `Your ${name} account is not connected to a Seismo account. If you have one, sign in another way and connect ${name} under Settings › Sign-in and security. Otherwise ask an owner of the organization to invite you.`,
  );
}

function noProvider(): Refusal {
  return new Refusal('not-found', 'Single sign-on is not set up for this organization.');
}
