import { hashSecret } from '#query/accounts/session.ts';
import type { CommandDeps } from '../deps.ts';

export async function signOut(deps: CommandDeps, cookie: string): Promise<void> {
  const hash = hashSecret(String(cookie));
  await deps.state.write(async (tx) => {
    const session = await tx.sessionByHash(hash, deps.clock.now());
    if (session) await tx.deleteSession(session.userId, hash);
  });
}
