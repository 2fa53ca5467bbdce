import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { freePort } from './free-port.ts';

const main = join(import.meta.dirname, '../../packages/main/src/main.ts');
const run = promisify(execFile);

export interface Project {
  id: number;
  slug: string;
  dsn: string;
  publicKey: string;
}

/** The real server on a data directory of its own, set up through its own command line while it runs. */
export async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'seismo-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    HOST: '127.0.0.1',
    SEISMO_URL: url,
    SEISMO_DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');

  const seismo = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [main, ...args, '--json'], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('the server is not ready');
    },
    { timeout: 60_000, interval: 100 },
  );
  await seismo('user', 'create', '--email', 'owner@seismo.example', '--password', 'a long enough password');
  const { token } = await seismo('token', 'create', '--scopes', 'org:read,project:read,event:read');

  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${String(token)}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    url,
    get,
    createProject: async (slug: string, platform: string) =>
      (await seismo('project', 'create', slug, '--platform', platform)) as unknown as Project,
    /** Samples of `/metrics` by name and labels. */
    async metrics(): Promise<Map<string, number>> {
      const text = await (await fetch(`${url}/metrics`)).text();
      const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;
