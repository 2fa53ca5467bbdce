import type { Configuration } from 'openid-client';
import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { organizationNamed } from '#query/accounts/organizations.ts';
import { needs } from '#query/needs.ts';
import { demand, type Viewer } from '#query/viewer.ts';
import type { IdentityProvider, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { SignedIn } from '../../runtime.ts';
import { audit } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { roleSchema } from './members.ts';
import { demandRank } from '../rank.ts';
import { readInput } from '../read-input.ts';
import { startSession, type Visit } from './start-session.ts';

/** Loaded when somebody signs in this way. */
const openid = () => import('openid-client');

const line = z.string().trim().min(1, 'This is needed.').max(limits.IDENTITY_CHARS_MAX, 'This is too long.');
const providerSchema = z.object({
  name: line,
  issuer: line.refine(
    (url) => URL.canParse(url) && (url.startsWith('https://') || isOnThisMachine(url)),
    'An issuer is an https address, such as https://login.example.com.',
  ),
  clientId: line,
  clientSecret: z.string().trim().max(limits.IDENTITY_CHARS_MAX, 'This is too long.'),
  domains: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'A domain looks like example.com.'))
    .max(limits.IDENTITY_DOMAIN_COUNT_MAX, `At most ${limits.IDENTITY_DOMAIN_COUNT_MAX} domains.`),
  role: roleSchema,
});

export type IdentityProviderInput = Omit<IdentityProvider, 'organizationId'>;

/** An empty secret keeps the one that is there. Nothing is written unless the provider answers. */
export async function saveIdentityProvider(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  input: IdentityProviderInput,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  demand(viewer, needs.saveIdentityProvider, organizationId, 'organization');
  const read = readInput(providerSchema, input);
  demandRank(viewer, organizationId, read.role);
  const before = await deps.state.identityProvider(organizationId);
  const clientSecret = read.clientSecret || before?.clientSecret || '';
  if (clientSecret === '')
    throw new Refusal('invalid', 'clientSecret: This is needed.', { clientSecret: 'This is needed.' });
  const provider = { ...read, organizationId, clientSecret };
  await discover(provider);
  await deps.state.write(async (tx) => {
    await tx.setIdentityProvider(provider);
    await audit(deps, tx, viewer, organizationId, 'identity-provider-change', provider.issuer, provider.name);
  });
}

export async function deleteIdentityProvider(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
): Promise<void> {
  const { id: organizationId } = await organizationNamed(deps, viewer, organizationSlug);
  demand(viewer, needs.deleteIdentityProvider, organizationId, 'organization');
  await deps.state.write(async (tx) => {
    const provider = await tx.identityProvider(organizationId);
    if (!provider) throw new Refusal('not-found', 'There is no identity provider to delete.');
    await tx.deleteIdentityProvider(organizationId);
    await audit(deps, tx, viewer, organizationId, 'identity-provider-delete', provider.issuer, provider.name);
  });
}

/** What the browser keeps between leaving for the provider and coming back: it alone can finish what it began. */
const keptSchema = z.object({
  organizationId: z.int(),
  state: z.string().max(200),
  nonce: z.string().max(200),
  verifier: z.string().max(200),
});

/** Where to send the browser, and what it must bring back with it. */
export async function beginSingleSignOn(
  deps: ServerCommandDeps,
  organizationId: number,
): Promise<{ url: string; kept: string; expiresAtMs: number }> {
  const provider = await deps.state.identityProvider(organizationId as OrganizationId);
  if (!provider) throw noProvider();
  const client = await openid();
  const config = await discover(provider);
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${deps.config.publicUrl}${CALLBACK}`,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return {
    url: url.href,
    kept: JSON.stringify({ organizationId, state, nonce, verifier }),
    expiresAtMs: deps.clock.now() + limits.CEREMONY_AGE_MS_MAX,
  };
}

const CALLBACK = '/sign-in/sso/callback';

/** `search`: the query string that the provider sent the browser back with. */
export async function finishSingleSignOn(
  deps: ServerCommandDeps,
  kept: string,
  search: string,
  visit: Visit,
): Promise<SignedIn> {
  const { organizationId, state, nonce, verifier } = readKept(kept);
  const provider = await deps.state.identityProvider(organizationId as OrganizationId);
  if (!provider) throw noProvider();
  const client = await openid();
  const config = await discover(provider);
  const returned = new URL(`${deps.config.publicUrl}${CALLBACK}`);
  returned.search = search;
  const tokens = await client
    .authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw new Refusal('invalid', `${provider.name} did not sign you in: ${reasonOf(error)}.`);
    });
  const claims = tokens.claims()!;
  const person = {
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'].trim().slice(0, limits.EMAIL_CHARS_MAX) : '',
    isVerified: claims['email_verified'] === true,
    name: typeof claims['name'] === 'string' ? claims['name'].slice(0, limits.NAME_CHARS_MAX) : '',
  };
  return deps.state.write(async (tx) => {
    const userId = await whoIs(deps, tx, provider, person);
    return startSession(deps, tx, userId, visit, 'single-sign-on', provider);
  });
}

interface Person {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string;
}

/**
 * The account of who comes from the provider. The first time it is found by a verified address, among the members of the
 * provider's organization only: no provider may sign in as somebody of another organization. Who was removed stays out.
 */
async function whoIs(
  deps: CommandDeps,
  tx: StateTx,
  { organizationId, issuer, name: provider, domains, role }: IdentityProvider,
  { subject, email, isVerified, name }: Person,
): Promise<UserId> {
  const isMember = async (userId: UserId) =>
    (await tx.membershipsOf(userId)).some((one) => one.organizationId === organizationId);
  const known = await tx.identity(issuer, subject);
  if (known !== null) {
    if (await isMember(known)) return known;
    throw new Refusal('forbidden', 'You do not belong to the organization any more. Ask an owner to invite you.');
  }
  if (!isVerified || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Refusal(
      'forbidden',
      `${provider} does not vouch for your e-mail address, so Seismo cannot tell who you are.`,
    );
  }
  const account = await tx.userByEmail(email);
  let userId = account?.id;
  if (account && !(await isMember(account.id))) {
    throw new Refusal('forbidden', `${email} does not belong to the organization. Ask an owner to invite you.`);
  }
  if (userId === undefined) {
    if (!domains.includes(email.split('@')[1]!.toLowerCase())) {
      throw new Refusal('forbidden', `${email} has no account here. Ask an owner to invite you.`);
    }
    userId = await tx.createUser({ email, name, passwordHash: null, createdAtMs: deps.clock.now() });
    await tx.setMembership({ organizationId, userId, role });
    await audit(
      deps,
      tx,
      { userId, memberships: [], scopes: null, boundTo: null },
      organizationId,
      'join',
      email,
      `by ${provider}`,
    );
  }
  await tx.addIdentity({ issuer, subject, userId });
  return userId;
}

async function discover({ issuer, clientId, clientSecret, name }: IdentityProvider): Promise<Configuration> {
  if (clientSecret === null) {
    throw new Refusal(
      'conflict',
      `The client secret of ${name} cannot be read: secret.key in the data directory is missing or was replaced. An owner can enter the client secret again.`,
    );
  }
  const client = await openid();
  return client
    .discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: limits.IDENTITY_TIMEOUT_MS / 1000,
      execute: isOnThisMachine(issuer) ? [client.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      const message = `${name} at ${issuer} does not answer as an identity provider: ${whyNot(error)}.`;
      throw new Refusal('invalid', message, 'issuer');
    });
}

/** Without TLS only where nobody can listen. */
function isOnThisMachine(url: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(url);
}

function readKept(kept: string): z.infer<typeof keptSchema> {
  try {
    return keptSchema.parse(JSON.parse(String(kept)));
  } catch {
    throw new Refusal('invalid', 'This took too long, or began in another browser. Sign in again.');
  }
}

/** Why there was no discovery, in words for who typed the address. */
function whyNot(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string; status?: number } };
  switch (cause?.code ?? code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'OAUTH_TIMEOUT':
      return 'it took too long';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `its /.well-known/openid-configuration answered with ${cause?.status ?? 'an error'}`;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
      return 'its /.well-known/openid-configuration is no JSON';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'it calls itself by another address';
    default:
      return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown reason';
}

function noProvider(): Refusal {
  return new Refusal('not-found', 'This organization has no single sign-on.');
}
