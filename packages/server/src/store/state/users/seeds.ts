import type { UserId } from '@seismo/protocol';
import type { State } from '../contract.ts';

export async function seedUser(state: State): Promise<UserId> {
  const email = `user-${await state.userCount()}@example.com`;
  return state.write((tx) => tx.createUser({ email, name: 'User', passwordHash: null, createdAtMs: 1 }));
}
