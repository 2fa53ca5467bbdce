import { randomBytes } from 'node:crypto';
import {
  createApiToken,
  createProject,
  createUser,
  systemClock,
  systemViewer,
  type Scope,
  type State,
} from '@seismo/server/parts';

/** Creates an owner, a token and a project for each slug in a new state store. */
export async function populate(state: State, slugs: string[], scopes: Scope[]) {
  const config = { publicUrl: 'http://127.0.0.1', mail: null };
  const deps = { state, clock: systemClock, random: randomBytes, config, onKeysChanged: () => {} };
  await createUser(deps, { email: 'ada@shop.example', name: 'Ada', password: null, role: 'owner' });
  const viewer = await systemViewer(state, 'ada@shop.example');
  const { token } = await createApiToken(deps, viewer, { label: 'test', scopes, expiresAtMs: null });
  const projects = [];
  for (const slug of slugs) {
    const { id } = await createProject(deps, viewer, { slug, name: slug, platform: 'other' });
    const [key] = await state.listKeys(id);
    projects.push({ slug, projectId: id, publicKey: key!.publicKey, token });
  }
  return projects;
}
