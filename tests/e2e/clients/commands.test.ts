import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, eventItem, newEventId, processed, send } from '../desk/send.ts';
import { startServer, type Project, type Server } from '../running-server.ts';
import { clients, feedbackUses, issueUses, type Client, type Planted } from './commands.ts';
import { installClient } from './install.ts';

const run = promisify(execFile);

let server: Server;
let planted: Planted;
let folder: string;
let environment: Partial<NodeJS.ProcessEnv>;
const programs = new Map<Client, string>();

beforeAll(async () => {
  server = await startServer();
  const token = await server.createToken(
    'org:read',
    'project:read',
    'project:write',
    'project:admin',
    'project:releases',
    'event:read',
    'event:write',
    'team:read',
    'team:write',
  );
  const project = await server.createProject('planted-shop', 'javascript');
  await server.createProject('planted-gone', 'node');
  folder = await mkdtemp(join(tmpdir(), 'seismo-commands-'));
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api/0${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, await answer.text()).toBe(true);
  };
  const repository = 'https://github.com/planted/shop';
  await post('/organizations/main/teams/', { slug: 'planted-team' });
  await post('/organizations/main/code-mappings/bulk/', {
    project: project.slug,
    repository,
    mappings: [{ stackRoot: 'planted/', sourceRoot: '' }],
  });
  const eventId = await plantIssues(project);
  await plantFeedback(project);
  await processed(server);
  planted = {
    eventId,
    issue: await idsOf(issueUses, (use) => `planted-use:${use}`),
    feedback: await feedbackIds(),
    dsn: project.dsn,
    commit: await plantCheckout(join(folder, 'checkout'), repository),
  };
  for (const client of clients) {
    const program = await installClient(client.name, client.version);
    programs.set(client, join(program, client.name === 'sentry' ? 'dist/bin.cjs' : 'bin/sentry-cli'));
  }
  environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    SENTRY_URL: server.url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: 'main',
    SENTRY_PROJECT: project.slug,
    SENTRY_DSN: project.dsn,
    SENTRY_CLI_NO_TELEMETRY: '1',
    SENTRY_CLI_NO_UPDATE_CHECK: '1',
    SENTRY_DISABLE_UPDATE_CHECK: '1',
    NO_COLOR: '1',
  };
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe.each(clients.map((client) => [`${client.name} ${client.version}`, client] as const))('%s', (_name, client) => {
  test('has no command that is not known here', async () => {
    const names = client.name === 'sentry' ? await commandsOfSentry(client) : await commandsBelow(client, []);
    expect(names.toSorted()).toEqual(Object.keys(client.commands).toSorted());
  });

  test.concurrent.each(Object.entries(client.commands).filter(([, command]) => !('local' in command)))(
    '%s',
    async (_command, command) => {
      if ('because' in command && command.shows) {
        const [args, sentence] = command.shows;
        expect(await printed(client, args(planted))).toContain(sentence);
      }
      if (!('calls' in command)) return;
      for (const [args, shows] of command.calls) expect(await printed(client, args(planted))).toContain(shows);
    },
  );
});

/** All that a command prints, on both streams and whatever its exit code, in lines of no width. */
async function printed(client: Client, args: string[]): Promise<string> {
  const config = join(folder, `config-${client.name.replace('/', '-')}-${client.version}`);
  await mkdir(config, { recursive: true });
  const env = { ...environment, SENTRY_CONFIG_DIR: config } as NodeJS.ProcessEnv;
  const child = run(process.execPath, [programs.get(client)!, ...args], {
    cwd: join(folder, 'checkout'),
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  child.child.stdin!.end();
  const { stdout, stderr } = await child.catch((error: { stdout: string; stderr: string }) => error);
  return stripVTControlCharacters(stdout + stderr).replaceAll(/ +/g, ' ');
}

async function commandsOfSentry(client: Client): Promise<string[]> {
  const help = JSON.parse(await printed(client, ['help', '--json'])) as { routes: { commands: { path: string }[] }[] };
  return help.routes.flatMap(({ commands }) => commands.map(({ path }) => path.replace(/^sentry /, '')));
}

async function commandsBelow(client: Client, path: string[]): Promise<string[]> {
  const help = await printed(client, [...path, '--help']);
  const [, list = ''] = /^Commands:\n((?: .*\n)+)/m.exec(help) ?? [];
  const names = [...list.matchAll(/^ ([a-z][\w-]*)(?: |$)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help');
  if (names.length === 0) return [path.join(' ')];
  return (await Promise.all(names.map((name) => commandsBelow(client, [...path, name])))).flat();
}

/** An issue for each use; the one to read answers its event. */
async function plantIssues(project: Project): Promise<string> {
  const ids = issueUses.map(() => newEventId());
  for (const [index, use] of issueUses.entries()) {
    const isRead = use === 'read';
    const frame = { filename: 'planted/pay.js', lineno: 7, colno: 3, in_app: true };
    const event = {
      event_id: ids[index],
      timestamp: Date.now() / 1000,
      platform: 'javascript',
      release: 'planted@1.0.0',
      tags: { 'planted-use': use, ...(isRead && { plan: 'planted-plan' }) },
      exception: {
        values: [
          {
            type: `Planted${use}`,
            value: 'planted value',
            mechanism: { type: 'onerror', handled: false },
            stacktrace: { frames: [{ ...frame, function: isRead ? 'plantedFunction' : use }] },
          },
        ],
      },
    };
    await send(server, project, [eventItem(event)], ids[index]);
  }
  return ids[0]!;
}

async function plantFeedback(project: Project): Promise<void> {
  for (const use of feedbackUses) {
    const eventId = newEventId();
    const contexts = { feedback: { message: `planted feedback ${use}` } };
    const feedback = { event_id: eventId, timestamp: Date.now() / 1000, platform: 'javascript', contexts };
    await send(server, project, [{ header: { type: 'feedback' }, payload: JSON.stringify(feedback) }], eventId);
  }
}

async function idsOf<Use extends string>(uses: readonly Use[], query: (use: Use) => string) {
  const found = uses.map(async (use) => {
    const search = `query=${encodeURIComponent(query(use))}`;
    const [one] = await server.get<{ id: string }[]>(`/api/0/projects/main/planted-shop/issues/?${search}`);
    return [use, one!.id] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Record<Use, string>;
}

async function feedbackIds(): Promise<Planted['feedback']> {
  const list = await server.get<{ id: string; metadata: { message?: string } }[]>(
    '/api/0/organizations/main/issues/?query=issue.category:feedback',
  );
  const idOf = (use: string) => list.find(({ metadata }) => metadata.message === `planted feedback ${use}`)!.id;
  return Object.fromEntries(feedbackUses.map((use) => [use, idOf(use)])) as Planted['feedback'];
}

/** A repository with two commits and the files that commands read; answers the newest commit. */
async function plantCheckout(checkout: string, repository: string): Promise<string> {
  await mkdir(join(checkout, 'build'), { recursive: true });
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: checkout });
  await git('init', '-q', '-b', 'main');
  await git('remote', 'add', 'origin', `${repository}.git`);
  const map = { version: 3, file: 'app.js', sources: ['a.ts'], sourcesContent: ['pay()'], names: [], mappings: 'AAAA' };
  const event = { event_id: newEventId(), timestamp: Date.now() / 1000, platform: 'javascript', message: 'planted' };
  const files = {
    'build/app.js': 'pay();\n//# sourceMappingURL=app.js.map\n',
    'build/app.js.map': JSON.stringify(map),
    'mappings.json': JSON.stringify([{ stackRoot: 'lib/', sourceRoot: 'src/' }]),
    'mapping.txt': 'a.b.C -> a:\n    1:1:void pay():1:1 -> a\n',
    'planted.envelope': envelopeOf([eventItem(event)], event.event_id),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(checkout, name), text);
  await git('add', '.');
  await git('commit', '-qm', 'first planted commit');
  await git('commit', '-qm', 'second planted commit', '--allow-empty');
  return (await git('rev-parse', 'HEAD')).stdout.trim();
}
