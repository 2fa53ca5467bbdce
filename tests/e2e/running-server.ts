import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  createApiToken,
  createProject,
  createUser,
  systemViewer,
  type Role,
  type Scope,
  type State,
} from '@seismo/server/parts';
import { withState } from '../../packages/main/src/commands/with-state.ts';
import { readConfig } from '../../packages/main/src/config.ts';
import { freePort } from './free-port.ts';

const built = [process.execPath, join(import.meta.dirname, '../../packages/main/dist/main.js')];
const run = promisify(execFile);

export interface Project {
  id: number;
  slug: string;
  dsn: string;
  publicKey: string;
}

export const owner = { email: 'owner@seismo.example', password: 'a long enough password' };

interface StartOptions {
  /** `false`: there is no account yet, and the printed link leads to set-up. */
  owned?: boolean;
  demo?: boolean;
  /** The address in links and DSNs, if not the address it listens on. */
  publicUrl?: string;
  /** Serves the gallery of all interface components. */
  gallery?: boolean;
  /** The host name for clients. */
  hostname?: string;
  /** A module that every thread loads first. */
  preload?: string;
  /** Internal hosts that its users may enter. */
  internalHosts?: string;
  /** Further variables of the environment. */
  settings?: Record<string, string>;
  /** An empty folder for its data. */
  dataDir?: string;
  /** The program and its first arguments, if not the built server of the repository. */
  program?: string[];
}

let newStateUrl = () => '';

/** Servers that this test file starts from here on have their state at these URLs instead of in SQLite. */
export function placeState(stateUrlOfNext: () => string): void {
  newStateUrl = stateUrlOfNext;
}

/** Resolves to the first line that matches: the ready message or the one-time link of a first start. */
function printed(child: ChildProcess, line: RegExp, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout! });
    lines.on('line', (text) => {
      output.push(text);
      const found = line.exec(text)?.[0];
      if (found) resolve(found);
    });
    lines.on('close', () => reject(new Error('the server ended before it was ready')));
  });
}

/**
 * The real server on a new data directory. Set-up runs the code of the command line in this process, without a process
 * for each command.
 */
export async function startServer({
  owned = true,
  demo = false,
  gallery = false,
  publicUrl,
  hostname = '127.0.0.1',
  preload,
  internalHosts = '',
  settings = {},
  dataDir: givenDir,
  program = built,
}: StartOptions = {}) {
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'seismo-e2e-')));
  const port = await freePort();
  const url = `http://${hostname}:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    HOST: '127.0.0.1',
    SEISMO_URL: publicUrl ?? url,
    SEISMO_DATA_DIR: dataDir,
    SEISMO_STATE_URL: newStateUrl(),
    SEISMO_GALLERY: gallery ? 'on' : 'off',
    SEISMO_ALLOWED_INTERNAL_HOSTS: internalHosts,
    ...settings,
    ...(preload && { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` }),
  };
  const output: string[] = [];
  let child: ChildProcess;
  let logged = '';
  const start = async (line: RegExp): Promise<string> => {
    const [command, ...args] = program;
    child = spawn(command!, [...args, 'start', ...(demo ? ['--demo'] : [])], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A file whose set-up failed runs no hook that stops the server.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    child.stderr!.on('data', (text: Buffer) => {
      logged += text.toString();
      process.stderr.write(text);
    });
    return printed(child, line, output);
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const seismo = async (...args: string[]) => {
    const [command, ...first] = program;
    const { stdout } = await run(command!, [...first, ...args, '--json'], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const config = readConfig(env);
  const addUser = (email: string, role: Role) =>
    withState(config, (deps) => createUser(deps, { ...owner, email, name: email.split('@')[0]!, role }));
  const addToken = (scopes: Scope[]) =>
    withState(config, async (deps) => {
      const viewer = await systemViewer(deps.state);
      return (await createApiToken(deps, viewer, { label: 'made by a test', scopes, expiresAtMs: null })).token;
    });

  const link = (await start(/http\S+\/sign-in\/link\/\S+/)).replace(publicUrl ?? url, url);
  if (owned) await addUser(owner.email, 'owner');
  const token = owned || demo ? await addToken(['org:read', 'project:read', 'event:read']) : '';

  return {
    url,
    /** The one-time link printed at the first start. */
    link,
    /** Every line of its standard output, over all starts. */
    output,
    dataDir,
    /** Its standard error. */
    logged: () => logged,
    async get<T>(path: string): Promise<T> {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    /** A request to the Web API with a token. */
    api: (token: string, method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${url}/api/0${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      }),
    /** Runs a command of the server's command line. */
    seismo,
    /** Reads or changes the running server's state store. */
    withState: <T>(work: (state: State) => Promise<T>): Promise<T> => withState(config, ({ state }) => work(state)),
    createToken: (...scopes: Scope[]) => addToken(scopes),
    /** Another user, with the owner's password. */
    async createUser(email: string, role: Role): Promise<typeof owner> {
      await addUser(email, role);
      return { ...owner, email };
    },
    signInLink: async (email: string) => String((await seismo('user', 'link', '--email', email))['link']),
    /** A user's session, for requests without a browser. */
    sessionCookie: (email: string): Promise<string> =>
      withState(config, async ({ state, clock }) => {
        const cookie = randomBytes(32).toString('base64url');
        const { id: userId } = (await state.userByEmail(email))!;
        const createdAtMs = clock.now();
        const session = { userId, method: 'password', organizationId: null, userAgent: '', address: null } as const;
        const hash = createHash('sha256').update(cookie).digest('hex');
        const expiresAtMs = createdAtMs + 3_600_000;
        await state.write((tx) => tx.createSession({ ...session, hash, createdAtMs, expiresAtMs }));
        return `seismo_session=${cookie}`;
      }),
    createProject: (slug: string, platform: string): Promise<Project> =>
      withState(config, async (deps) => {
        const project = await createProject(deps, await systemViewer(deps.state), { slug, name: slug, platform });
        const [key] = await deps.state.listKeys(project.id);
        return { id: project.id, slug, dsn: project.dsn!, publicKey: key!.publicKey };
      }),
    /** Samples of `/metrics` by name and labels. */
    async metrics(): Promise<Map<string, number>> {
      const text = await (await fetch(`${url}/metrics`)).text();
      const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
    },
    /** Stops the server, runs `whileDown` on the data directory, and restarts on the same port. */
    async restart(whileDown: () => Promise<void>): Promise<void> {
      await stop();
      await whileDown();
      await start(/Seismo is running at .*/);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;
