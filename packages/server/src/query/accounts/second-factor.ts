import type { QueryDeps } from '../deps.ts';
import type { SecondFactorView } from './views.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import { passkeyProblem } from './passkey-problem.ts';

/** How the viewer's account is guarded beside the password. */
export async function secondFactor({ state, config }: QueryDeps, viewer: Viewer): Promise<SecondFactorView> {
  const userId = requireAccountSession(viewer);
  const [passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
    state.listPasskeys(userId),
    state.authenticatorOf(userId),
    state.recoveryCodesLeft(userId),
  ]);
  return {
    enabledAtMs: authenticator?.enabledAtMs ?? null,
    recoveryCodesLeft,
    passkeyProblem: passkeyProblem(config.publicUrl),
    passkeys: passkeys.map(({ id, label, createdAtMs, lastUsedAtMs }) => ({ id, label, createdAtMs, lastUsedAtMs })),
  };
}
