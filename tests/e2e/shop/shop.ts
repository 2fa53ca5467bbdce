import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

const quiet = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };

export interface Build {
  /** The folder of the app. */
  app: string;
  dsn: string;
  release: string;
  /** Uploads after the build, with this token. */
  authToken: string;
  args?: string[];
}

/** Puts the packages into the app as npm would, in the form in which they are published. */
export async function installKit(app: string): Promise<void> {
  await run(process.execPath, [join(root, 'scripts/build-kit.mjs')]);
  for (const kit of ['browser', 'nextjs']) {
    const place = join(app, 'node_modules/@seismo', kit);
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await cp(join(root, 'packages', kit, 'dist'), place, { recursive: true });
  }
}

/** Takes them out again: the types of this repository are checked against its sources. */
export const removeKit = (app: string): Promise<void> =>
  rm(join(app, 'node_modules/@seismo'), { recursive: true, force: true });

/** A production build, as a customer makes it. Answers what it said. */
export async function buildShop({ app, dsn, release, authToken, args = [] }: Build): Promise<string> {
  const env = { ...process.env, ...quiet, SEISMO_DSN: dsn, SEISMO_RELEASE: release, SEISMO_AUTH_TOKEN: authToken };
  const { stdout, stderr } = await run('next', ['build', ...args], { cwd: app, env, maxBuffer: 32 * 1024 * 1024 });
  return stdout + stderr;
}

export async function startShop(app: string, dsn: string) {
  const port = await freePort();
  const child = spawn('next', ['start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...quiet, SEISMO_DSN: dsn },
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('Ready in')) break;
  child.stdout.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
