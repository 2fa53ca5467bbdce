import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, eventItem, newEventId, processed, send } from '../app/send.ts';
import { startServer, type Project, type Server } from '../running-server.ts';
import { clients, feedbackUses, issueUses, type Client, type Command, type Planted, type Step } from './commands.ts';
import { installClient } from './install.ts';
import { plantedSpan } from './planted-span.ts';

const run = promisify(execFile);

/** Each client starts without saved data of a server. */
describe.each(clients.map((client) => [`${client.name} ${client.version}`, client] as const))('%s', (_name, client) => {
  let place: Place;
  beforeAll(async () => {
    place = await plant(client);
  });
  afterAll(() => place[Symbol.asyncDispose]());

  test('has no uncovered command', async () => {
    const names = client.name === 'sentry' ? await commandsOfSentry(place) : await commandsBelow(place, []);
    expect(names.toSorted()).toEqual(Object.keys(client.commands).toSorted());
  });

  const called = Object.entries(client.commands).filter(([, command]) => stepsOf(command).length > 0);
  test.concurrent.for(called)('%s', async ([name, command], context) => {
    for (const { args, path, shows, typed } of stepsOf(command)) {
      const text = typeof shows === 'string' ? shows : shows(place.planted);
      // The server answers events and merges before it stores them.
      if (path) await context.expect.poll(() => place.read(path(place.planted))).toContain(text);
      if (args) expect(await place.run(name, args(place.planted), typed?.(place.planted))).toContain(text);
    }
  });
});

function stepsOf(command: Command): Step[] {
  if ('calls' in command) return command.calls;
  return 'shows' in command && command.shows ? [command.shows] : [];
}

type Place = Awaited<ReturnType<typeof plant>>;

/** Starts a server with the data that the commands print, and the checkout they run in. */
async function plant(client: Client) {
  const server = await startServer();
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
  const folder = await mkdtemp(join(tmpdir(), 'seismo-commands-'));
  const post = async (path: string, body: object) => {
    const answer = await server.api(token, 'POST', path, body);
    expect(answer.ok, await answer.text()).toBe(true);
  };
  const repository = 'https://github.com/planted/shop';
  await post('/organizations/main/teams/', { slug: 'planted-team' });
  await post('/organizations/main/code-mappings/bulk/', {
    project: project.slug,
    repository,
    mappings: [{ stackRoot: 'planted/', sourceRoot: '' }],
  });
  await post('/projects/main/planted-shop/teams/planted-team/', {});
  for (const use of ['read', 'changed', 'gone']) {
    await post('/projects/main/planted-shop/detectors/', metricMonitor(`planted-${use}`));
  }
  const eventId = await plantIssues(server, project);
  await plantFeedback(server, project);
  await send(server, project, [plantedSpan()]);
  await processed(server);
  const planted: Planted = {
    eventId,
    url: server.url,
    token,
    issue: await issueIds(server),
    feedback: await feedbackIds(server),
    dsn: project.dsn,
    commit: await plantCheckout(join(folder, 'checkout'), repository),
  };
  const installed = await installClient(client.name, client.version);
  const program = join(installed, client.name === 'sentry' ? 'dist/bin.cjs' : 'bin/sentry-cli');
  const environment = {
    PATH: process.env['PATH'],
    SENTRY_URL: server.url,
    SENTRY_ORG: 'main',
    SENTRY_PROJECT: project.slug,
    SENTRY_DSN: project.dsn,
    SENTRY_CLI_NO_TELEMETRY: '1',
    SENTRY_CLI_NO_UPDATE_CHECK: '1',
    SENTRY_DISABLE_UPDATE_CHECK: '1',
    NO_COLOR: '1',
  } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;
  return {
    planted,
    /** The output of a command on both streams, for any exit code, without colors and padding. */
    async run(name: string, args: string[], typed?: string): Promise<string> {
      const home = join(folder, 'homes', name);
      await mkdir(home, { recursive: true });
      const child = run(process.execPath, [program, ...args], {
        cwd: join(folder, 'checkout'),
        env: {
          ...environment,
          HOME: home,
          SENTRY_CONFIG_DIR: home,
          ...(typed === undefined && { SENTRY_AUTH_TOKEN: token }),
        },
        maxBuffer: 64 * 1024 * 1024,
      });
      child.child.stdin!.end(typed);
      const { stdout, stderr } = await child.catch((error: { stdout: string; stderr: string }) => error);
      return stripVTControlCharacters(stdout + stderr).replaceAll(/(?<=\S) +/g, ' ');
    },
    async read(path: string): Promise<string> {
      return (await server.api(token, 'GET', path)).text();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function commandsOfSentry(place: Place): Promise<string[]> {
  const help = JSON.parse(await place.run('help', ['help', '--json'])) as {
    routes: { commands: { path: string }[] }[];
  };
  return help.routes.flatMap(({ commands }) => commands.map(({ path }) => path.replace(/^sentry /, '')));
}

async function commandsBelow(place: Place, path: string[]): Promise<string[]> {
  const help = await place.run('help', [...path, '--help']);
  const [, list = ''] = /^Commands:\n((?: .*\n)+)/m.exec(help) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z][\w-]*)(?: |$)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help');
  if (names.length === 0) return [path.join(' ')];
  return (await Promise.all(names.map((name) => commandsBelow(place, [...path, name])))).flat();
}

/** Creates an issue for each use; returns the event of the issue to read. */
async function plantIssues(server: Server, project: Project): Promise<string> {
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

async function plantFeedback(server: Server, project: Project): Promise<void> {
  for (const use of feedbackUses) {
    const eventId = newEventId();
    const contexts = { feedback: { message: `planted feedback ${use}` } };
    const feedback = { event_id: eventId, timestamp: Date.now() / 1000, platform: 'javascript', contexts };
    await send(server, project, [{ header: { type: 'feedback' }, payload: JSON.stringify(feedback) }], eventId);
  }
}

async function issueIds(server: Server): Promise<Planted['issue']> {
  const found = issueUses.map(async (use) => {
    const search = `query=${encodeURIComponent(`planted-use:${use}`)}`;
    const [one] = await server.get<{ id: string }[]>(`/api/0/projects/main/planted-shop/issues/?${search}`);
    return [use, one!.id];
  });
  return Object.fromEntries(await Promise.all(found)) as Planted['issue'];
}

const metricMonitor = (name: string) => ({
  name,
  type: 'metric_issue',
  dataSources: [{ dataset: 'events', aggregate: 'count()', timeWindow: 3600 }],
  conditionGroup: { conditions: [{ type: 'gt', comparison: 100, conditionResult: 75 }] },
  config: { detectionType: 'static' },
});

async function feedbackIds(server: Server): Promise<Planted['feedback']> {
  const list = await server.get<{ id: string; metadata: { message?: string } }[]>(
    '/api/0/organizations/main/issues/?query=issue.category:feedback',
  );
  const idOf = (use: string) => list.find(({ metadata }) => metadata.message === `planted feedback ${use}`)!.id;
  return Object.fromEntries(feedbackUses.map((use) => [use, idOf(use)])) as Planted['feedback'];
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A ZIP file with an empty AndroidManifest.xml. */
const app =
  'UEsDBBQAAAAAANFMd10AAAAAAAAAAAAAAAATAAAAQW5kcm9pZE1hbmlmZXN0LnhtbFBLAQIUAxQAAAAAANFMd10AAAAAAAAAAAAAAAATAAAAAAAAAAAAAACAAQAAAABBbmRyb2lkTWFuaWZlc3QueG1sUEsFBgAAAAABAAEAQQAAADEAAAAAAA==';

/** A repository with two commits and the files that commands read; returns the newest commit. */
async function plantCheckout(checkout: string, repository: string): Promise<string> {
  await mkdir(join(checkout, 'build'), { recursive: true });
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: checkout });
  await git('init', '-q', '-b', 'main');
  await git('remote', 'add', 'origin', `${repository}.git`);
  const map = { version: 3, file: 'app.js', sources: ['a.ts'], sourcesContent: ['pay()'], names: [], mappings: 'AAAA' };
  const event = {
    event_id: newEventId(),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    message: 'planted in an envelope',
  };
  const files = {
    'build/app.js': 'pay();\n//# sourceMappingURL=app.js.map\n',
    'build/app.js.map': JSON.stringify(map),
    'mappings.json': JSON.stringify([{ stackRoot: 'lib/', sourceRoot: 'src/' }]),
    'mapping.txt': 'a.b.C -> a:\n    1:1:void pay():1:1 -> a\n',
    'planted.apk': Buffer.from(app, 'base64'),
    'symbols.json': '["a", "b"]',
    'planted.envelope': envelopeOf([eventItem(event)], event.event_id),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(checkout, name), content);
  await mkdir(join(checkout, 'pictures'));
  await writeFile(join(checkout, 'pictures/planted.png'), Buffer.from(picture, 'base64'));
  // Any program on the machine has a debug ID.
  await copyFile('/bin/ls', join(checkout, 'planted.elf'));
  await git('add', '.');
  await git('commit', '-qm', 'first planted commit');
  await git('commit', '-qm', 'second planted commit', '--allow-empty');
  return (await git('rev-parse', 'HEAD')).stdout.trim();
}
