import { createApiToken, scopes as allScopes, systemViewer } from '@seismo/server/parts';
import type { Scope } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { answer, withState } from './with-state.ts';

export async function createTokenCommand(
  config: Config,
  values: {
    scopes?: string | undefined;
    label?: string | undefined;
    user?: string | undefined;
    json?: boolean | undefined;
  },
): Promise<void> {
  const scopes = (values.scopes ?? '')
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean);
  if (scopes.length === 0) throw new UsageError(`"token create" needs --scopes. Choose from ${allScopes.join(', ')}.`);
  const unknown = scopes.find((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown) throw new UsageError(`Unknown scope "${unknown}". The scopes are ${allScopes.join(', ')}.`);
  await withState(config, async (deps) => {
    const { token } = await createApiToken(deps, await systemViewer(deps.state, values.user), {
      label: values.label ?? 'created on the command line',
      scopes: scopes as Scope[],
      expiresAtMs: null,
    });
    answer(values.json, { token }, `Copy this token now; Seismo does not show it again:\n${token}`);
  });
}
