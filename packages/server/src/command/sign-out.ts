import { hashSecret } from '#query/session.ts';
import type { CommandDeps } from './deps.ts';

export async function signOut(deps: CommandDeps, cookie: string): Promise<void> {
  await deps.state.write((tx) => tx.deleteSession(hashSecret(String(cookie))));
}
