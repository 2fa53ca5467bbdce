import { limits, type UserId } from '@seismo/protocol';
import { Secret, TOTP } from 'otpauth';
import { hashSecret } from '#query/accounts/session.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
const RECOVERY_CODES = 10;

/**
 * Starts the set-up of an authenticator app (RFC 6238: SHA-1, six digits, half a minute). It takes effect once its
 * first code is entered.
 */
export async function beginAuthenticator(deps: CommandDeps, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  const userId = requireAccountSession(viewer);
  const secret = new Secret({ buffer: new Uint8Array(deps.random(SECRET_BYTES)).buffer }).base32;
  const email = await deps.state.write(async (tx) => {
    if ((await tx.authenticatorOf(userId))?.enabledAtMs) {
      throw new Refusal('conflict', 'An authenticator is already set up. Turn it off before you set up another.');
    }
    await tx.setAuthenticator(userId, { secret, enabledAtMs: null, lastStep: 0 });
    return (await tx.userById(userId))!.email;
  });
  return { secret, uri: totp(secret, email).toString() };
}

/** Returns the recovery codes, once. */
export async function enableAuthenticator(
  deps: ServerCommandDeps,
  viewer: Viewer,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const userId = requireAccountSession(viewer);
  return withThrottle(deps, userId, code, async (tx) => {
    const started = await tx.authenticatorOf(userId);
    if (!started || started.enabledAtMs !== null)
      throw new Refusal('conflict', 'Start setting up an authenticator first.');
    if (!(await takeCode(deps, tx, userId, code))) return null;
    const { secret, lastStep } = (await tx.authenticatorOf(userId))!;
    await tx.setAuthenticator(userId, { secret: secret!, lastStep, enabledAtMs: deps.clock.now() });
    await auditOwn(deps, tx, { userId, boundTo: null }, 'second-factor-enable', (await tx.userById(userId))!.email);
    return { recoveryCodes: await makeRecoveryCodes(deps, tx, userId) };
  });
}

/** Requires a code: an open session alone must not remove the second factor. */
export async function disableAuthenticator(deps: ServerCommandDeps, viewer: Viewer, code: string): Promise<void> {
  const userId = requireAccountSession(viewer);
  await withThrottle(deps, userId, code, async (tx) => {
    if (!(await takeSecondFactor(deps, tx, userId, code))) return null;
    await tx.deleteAuthenticator(userId);
    await auditOwn(deps, tx, { userId, boundTo: null }, 'second-factor-disable', (await tx.userById(userId))!.email);
    return {};
  });
}

/** The old ones become invalid. */
export async function newRecoveryCodes(
  deps: ServerCommandDeps,
  viewer: Viewer,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const userId = requireAccountSession(viewer);
  return withThrottle(deps, userId, code, async (tx) => {
    if (!(await takeSecondFactor(deps, tx, userId, code))) return null;
    return { recoveryCodes: await makeRecoveryCodes(deps, tx, userId) };
  });
}

/** Whether it is the authenticator's current code, or an unused recovery code; either is used up by this. */
export async function takeSecondFactor(deps: CommandDeps, tx: StateTx, userId: UserId, code: string): Promise<boolean> {
  if (!(await tx.authenticatorOf(userId))?.enabledAtMs) return false;
  return (await takeCode(deps, tx, userId, code)) || tx.takeRecoveryCode(userId, hashSecret(plain(code)));
}

/** A code may be half a minute old or early, for clocks that differ (RFC 6238 §5.2), and is good once. */
async function takeCode({ clock }: CommandDeps, tx: StateTx, userId: UserId, code: string): Promise<boolean> {
  const authenticator = await tx.authenticatorOf(userId);
  const timestamp = clock.now();
  const token = plain(code);
  if (!authenticator || !/^\d{6}$/.test(token)) return false;
  if (authenticator.secret === null) throw keyMissing();
  const delta = totp(authenticator.secret, '').validate({ token, timestamp, window: 1 });
  return delta !== null && tx.consumeTotpStep(userId, Math.floor(timestamp / STEP_MS) + delta);
}

/** Six digits are guessed soon without the throttle. `null` is a wrong code. */
async function withThrottle<T>(
  deps: ServerCommandDeps,
  userId: UserId,
  code: string,
  change: (tx: StateTx) => Promise<T | null>,
): Promise<T> {
  const undo = deps.throttle.enter('second-factor', String(userId), null);
  const result = await deps.state.write(change);
  if (result === null) throw wrongCode(code);
  undo();
  return result;
}

/** A text longer than six digits counts as a recovery code. */
export function wrongCode(code: string): Refusal {
  const message =
    plain(code).length > 6
      ? 'This recovery code is invalid or already used. Each code works once.'
      : 'Wrong code. Wait for a new code, and check that the clock on your phone is correct.';
  return new Refusal('invalid', message, 'code');
}

function keyMissing(): Refusal {
  return new Refusal(
    'conflict',
    'The code cannot be checked: secret.key in the data directory is missing or was replaced. Use a recovery code, or restore that file from a backup.',
    'code',
  );
}

async function makeRecoveryCodes({ random }: CommandDeps, tx: StateTx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(random(limits.RECOVERY_CODE_BYTES)).buffer }).base32.toLowerCase(),
  );
  await tx.setRecoveryCodes(userId, codes.map(hashSecret));
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

function plain(code: string): string {
  return String(code).slice(0, limits.SECOND_FACTOR_CHARS_MAX).replaceAll(/[\s-]/g, '').toLowerCase();
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Seismo', label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_MS / 1000 });
}
