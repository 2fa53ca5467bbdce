import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createProject, createUser, openState, storesIn, systemClock, systemViewer } from '@seismo/server/parts';

/** A data directory with an account and a project, and its open state store. */
export async function newDataDir(folder: string, stateUrl: string | null) {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const state = await openState(storesIn(dataDir, stateUrl));
  const deps = {
    state,
    clock: systemClock,
    random: randomBytes,
    config: { publicUrl: 'http://127.0.0.1', mail: null },
    onKeysChanged: () => {},
  };
  await createUser(deps, { email: 'ann@example.com', name: 'Ann', password: null, role: 'owner' });
  const { id } = await createProject(deps, await systemViewer(state), {
    slug: 'shop',
    name: 'Shop',
    platform: 'other',
  });
  const [key] = await state.listKeys(id);
  const send = (url: string) =>
    fetch(`${url}/api/${id}/envelope/?sentry_key=${key!.publicKey}`, {
      method: 'POST',
      body: `{"event_id":"${randomBytes(16).toString('hex')}"}\n{"type":"event"}\n{"message":"hello"}`,
    });
  return { dataDir, state, send };
}
