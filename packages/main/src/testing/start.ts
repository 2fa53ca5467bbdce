import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { createProject, createUser, systemViewer, type SharedClock } from '@seismo/server/parts';
import { readConfig } from '../config.ts';
import { startServer, type RunningServer } from '../server.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A whole server without the dashboard. */
export async function startIn(
  dataDir: string,
  env: Record<string, string> = {},
  options: { acceptLoss?: boolean; clock?: SharedClock } = {},
): Promise<RunningServer> {
  const config = readConfig({ NODE_ENV: 'test', PORT: String(await freePort()), SEISMO_DATA_DIR: dataDir, ...env });
  return startServer(config, { dev: false, dashboard: false, log: silent, ...options });
}

/** Its owner and a project with a key, and the address that takes envelopes of the project. */
export async function addShop(server: RunningServer) {
  const deps = { ...server, random: randomBytes, onKeysChanged: () => {} };
  await createUser(deps, { email: 'ann@example.com', name: 'Ann', password: null, role: 'owner' });
  const viewer = await systemViewer(server.state, 'ann@example.com');
  const { id } = await createProject(deps, viewer, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  const [key] = await server.state.listKeys(id);
  return { viewer, id, path: `/api/${id}/envelope/?sentry_key=${key!.publicKey}` };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
