import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import type { Server } from '../running-server.ts';

const run = promisify(execFile);

/** The oldest version that Next supports (`engines` of next 15 and 16), a dependency of these tests. */
export const oldestNode = join(import.meta.dirname, '../../node_modules/node/bin/node');

const quiet = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };

export interface Build {
  /** The folder of the app. */
  app: string;
  dsn: string;
  release: string;
  /** Uploads after the build, with this token. */
  authToken?: string;
  args?: string[];
  /** The Node binary for the build; the pinned one by default. */
  node?: string;
}

/** Installs the kit from the server into the app, as npm would. */
export const installKit = async (app: string, server: Server): Promise<void> =>
  unpackKit(app, await (await fetch(`${server.url}/kit/seismo-nextjs.tgz`)).bytes());

/** The same without a server. */
export const installBuiltKit = async (app: string): Promise<void> =>
  unpackKit(app, await readFile(join(import.meta.dirname, '../../../packages/main/dist/kit/seismo-nextjs.tgz')));

async function unpackKit(app: string, kit: Uint8Array): Promise<void> {
  const place = join(app, 'node_modules/@seismo/nextjs');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const archive = join(place, 'kit.tgz');
  await writeFile(archive, kit);
  await run('tar', ['-xzf', archive, '-C', place, '--strip-components=1']);
}

/** Removes the installed packages: the types of this repository are checked against its sources. */
export const removeKit = (app: string): Promise<void> =>
  rm(join(app, 'node_modules/@seismo'), { recursive: true, force: true });

/** The app's version of Next. */
const nextOf = (app: string): string => createRequire(join(app, 'package.json')).resolve('next/dist/bin/next');

/** Runs a production build as a customer does; returns its output. */
export async function buildShop({
  app,
  dsn,
  release,
  authToken,
  args = [],
  node = process.execPath,
}: Build): Promise<string> {
  const env = {
    ...process.env,
    ...quiet,
    SEISMO_DSN: dsn,
    SEISMO_RELEASE: release,
    ...(authToken && { SEISMO_AUTH_TOKEN: authToken }),
  };
  const options = { cwd: app, env, maxBuffer: 32 * 1024 * 1024 };
  const { stdout, stderr } = await run(node, [nextOf(app), 'build', ...args], options);
  return stdout + stderr;
}

export async function startShop(
  app: string,
  dsn: string,
  more: Record<string, string> = {},
  node: string = process.execPath,
) {
  const port = await freePort();
  const child = spawn(node, [nextOf(app), 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...quiet, ...more, SEISMO_DSN: dsn },
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('Ready in')) break;
  child.stdout.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      // After SIGTERM, Next waits for connections that Chromium opened and has not used, for up to five minutes.
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
