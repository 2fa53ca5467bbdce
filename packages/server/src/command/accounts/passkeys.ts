import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { limits, type UserId } from '@seismo/protocol';
import { passkeyProblem } from '#query/accounts/passkey-problem.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { Ceremony } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import { labelSchema } from '../projects/create-key.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

/** Loaded when the first passkey is made or used: it brings more code than the rest of signing in together. */
const webauthn = () => import('@simplewebauthn/server');

/**
 * Options for the browser to create a passkey. It requires user verification (finger, face or PIN), and so counts as
 * both factors.
 */
export async function beginPasskey(deps: CommandDeps, viewer: Viewer): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userId = requireAccountSession(viewer);
  const { rpID } = site(deps);
  const user = (await deps.state.userById(userId))!;
  const passkeys = await deps.state.listPasskeys(userId);
  if (passkeys.length >= limits.PASSKEY_COUNT_MAX) {
    throw new Refusal(
      'invalid',
      `You can have at most ${limits.PASSKEY_COUNT_MAX} passkeys. Delete one you no longer use.`,
    );
  }
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Seismo',
    rpID,
    userName: user.email,
    userDisplayName: user.name || user.email,
    userID: new TextEncoder().encode(String(userId)),
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await begin(deps, options.challenge, 'new-passkey', userId);
  return options;
}

export async function addPasskey(
  deps: CommandDeps,
  viewer: Viewer,
  input: { label: string; response: RegistrationResponseJSON },
): Promise<void> {
  const userId = requireAccountSession(viewer);
  const label = readInput(labelSchema, input.label, 'label');
  const { rpID, origin } = site(deps);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: input.response,
    expectedChallenge: async (challenge) => (await take(deps, challenge, 'new-passkey'))?.userId === userId,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refused);
  if (!verified.verified) return refused();
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  await deps.state.write(async (tx) => {
    if (await tx.passkeyById(id)) throw new Refusal('conflict', 'This passkey is already registered.');
    await tx.createPasskey({
      id,
      userId,
      label,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports ?? [],
      createdAtMs: deps.clock.now(),
      lastUsedAtMs: null,
    });
    await auditOwn(deps, tx, { userId, boundTo: null }, 'passkey-create', label);
  });
}

export async function deletePasskey(deps: CommandDeps, viewer: Viewer, id: string): Promise<void> {
  const userId = requireAccountSession(viewer);
  await deps.state.write(async (tx) => {
    const passkey = (await tx.listPasskeys(userId)).find((each) => each.id === id);
    if (!passkey) throw new Refusal('not-found', 'Passkey not found. You can delete only your own passkeys.');
    await tx.deletePasskey(userId, id);
    await auditOwn(deps, tx, { userId, boundTo: null }, 'passkey-delete', passkey.label);
  });
}

/** Options with which the browser requests any passkey of this site: the response identifies the user. */
export async function beginPasskeySignIn(deps: ServerCommandDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rpID } = site(deps);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  await begin(deps, options.challenge, 'passkey', null);
  return options;
}

export async function signInByPasskey(
  deps: ServerCommandDeps,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<SignedIn> {
  const { rpID, origin } = site(deps);
  const undo = deps.throttle.enter('passkey', String(response?.id).slice(0, 100), visit.address);
  const passkey = await deps.state.passkeyById(String(response?.id));
  if (!passkey) throw new Refusal('invalid', 'Unknown passkey. It may have been deleted in the settings.');
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) => (await take(deps, challenge, 'passkey')) !== null,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(refused);
  if (!verified) return refused();
  undo();
  return deps.state.write(async (tx) => {
    await tx.usePasskey(passkey.id, { counter: authenticationInfo.newCounter, atMs: deps.clock.now() });
    return startSession(deps, tx, passkey.userId, visit, 'passkey');
  });
}

function site({ config }: Pick<CommandDeps, 'config'>): { rpID: string; origin: string } {
  const problem = passkeyProblem(config.publicUrl);
  if (problem) throw new Refusal('invalid', problem);
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpID: hostname, origin };
}

async function begin(
  { state, clock }: CommandDeps,
  challenge: string,
  kind: Ceremony['kind'],
  userId: UserId | null,
): Promise<void> {
  const expiresAtMs = clock.now() + limits.CEREMONY_AGE_MS_MAX;
  await state.write((tx) =>
    tx.createCeremony({ hash: hashSecret(challenge), kind, userId, organizationId: null, expiresAtMs }),
  );
}

function take({ state, clock }: CommandDeps, challenge: string, kind: Ceremony['kind']): Promise<Ceremony | null> {
  return state.write((tx) => tx.takeCeremony(hashSecret(challenge), kind, clock.now()));
}

function refused(): never {
  throw new Refusal(
    'invalid',
    'The passkey could not be verified. Open Seismo at the address in SEISMO_URL and try again.',
  );
}
