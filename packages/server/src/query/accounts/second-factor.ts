import type { QueryDeps } from '../deps.ts';
import type { SecondFactorView } from './views.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import { passkeyProblem } from './passkey-problem.ts';

/** How the viewer's account is guarded beside the password. */
export async function secondFactor({ state, config }: QueryDeps, viewer: Viewer): Promise<SecondFactorView> {
  const userId = requireAccountSession(viewer);
  const passkeys = await state.listPasskeys(userId);
  return {
    enabledAtMs: (await state.authenticatorOf(userId))?.enabledAtMs ?? null,
    recoveryCodesLeft: await state.recoveryCodesLeft(userId),
    passkeyProblem: passkeyProblem(config.publicUrl),
    passkeys: passkeys.map(({ id, label, createdAtMs, lastUsedAtMs }) => ({ id, label, createdAtMs, lastUsedAtMs })),
  };
}
