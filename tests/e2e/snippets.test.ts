import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { PlatformId } from '../../packages/dashboard/features/start/platforms.ts';
import { snippets } from '../../packages/dashboard/features/start/snippets/snippets.ts';
import type { Step } from '../../packages/dashboard/features/start/snippets/step.ts';
import { startServer } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';
import { servePage } from './sdk/page-server.ts';
import { eventsOf } from './shop/events.ts';

/**
 * Runs the set-up page's snippets as displayed. Snippets that need only this repository always run. The others fetch
 * their SDK from the registry of their language: `SEISMO_SNIPPETS=all npx vitest run --config
 * tests/vitest.e2e.config.ts tests/e2e/snippets.test.ts` runs each whose tools are on the machine.
 */
const all = process.env['SEISMO_SNIPPETS'] === 'all';
const has = (...programs: string[]): boolean =>
  programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

let folder: string;

const server = await startServer();
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-snippet-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell command. `mayFail`: for programs that throw on purpose. */
async function shell(command: string, mayFail = false): Promise<void> {
  const run = promisify(execFile)('bash', ['-c', command], { cwd: folder, maxBuffer: 1 << 26 });
  await run.catch((error: Error & { stdout?: string; stderr?: string }) => {
    if (!mayFail) throw new Error(`${command}: ${error.message}\n${error.stdout}${error.stderr}`);
  });
}

const write = async (file: string, ...parts: string[]): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), `${parts.join('\n\n')}\n`);
};

/** The snippet of the step whose title starts with this text; by default, of the last step. */
const codeOf = (steps: Step[], says?: string): string => {
  const step = says === undefined ? steps.at(-1) : steps.find((each) => each.title.startsWith(says));
  if (!step) throw new Error(`The set-up page has no step "${says}".`);
  return step.code;
};

async function inBrowser(entry: string, act: (page: import('playwright-core').Page) => Promise<unknown>) {
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: 'tsx', resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  await using site = await servePage('snippet.tsx', { dsn: 'http://key@127.0.0.1/1' }, outputFiles[0]!.text);
  await using chromium = await openChromium();
  const page = await chromium.browser.newPage();
  const sent = page.waitForResponse((response) => response.request().postData()?.includes('Hello, Seismo') === true);
  await page.goto(site.origin);
  await act(page);
  await sent;
}

interface Runner {
  /** Needs only this repository, so it always runs. */
  always?: boolean;
  tools?: string[];
  run(steps: Step[]): Promise<void>;
}

const runners: Partial<Record<PlatformId, Runner>> = {
  javascript: {
    always: true,
    run: (steps) => inBrowser(`${codeOf(steps, 'Initialize it')}\n${codeOf(steps)}`, async () => {}),
  },
  'javascript-react': {
    always: true,
    run: (steps) =>
      inBrowser(
        `import { createRoot } from 'react-dom/client';\n${codeOf(steps, 'Initialize it')}
const container = document.getElementById('root')!;\n${codeOf(steps, 'Report errors from error boundaries')}\nroot.render(${codeOf(steps)});`,
        (page) => page.getByRole('button', { name: 'Break it' }).click(),
      ),
  },
  node: {
    always: true,
    async run(steps) {
      await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
      await write('instrument.mjs', codeOf(steps, 'instrument.mjs'));
      await write('app.mjs', codeOf(steps));
      await shell(codeOf(steps, 'Load it'), true);
    },
  },
  other: { always: true, tools: ['curl', 'bash'], run: (steps) => shell(codeOf(steps, 'Send an event from a shell')) },
  python: {
    tools: ['python3'],
    async run(steps) {
      await shell(`python3 -m venv env && . env/bin/activate && ${codeOf(steps, 'Install')}`);
      await write('shop.py', codeOf(steps, 'Initialize it as early'), codeOf(steps));
      await shell('env/bin/python shop.py', true);
    },
  },
  'python-django': {
    tools: ['python3'],
    async run(steps) {
      await shell(`python3 -m venv env && . env/bin/activate && ${codeOf(steps, 'Install')}`);
      await shell('env/bin/django-admin startproject shop .');
      await write(
        'shop/settings.py',
        await readFile(join(folder, 'shop/settings.py'), 'utf8'),
        codeOf(steps, 'settings'),
      );
      await write('shop/urls.py', codeOf(steps));
      await write(
        'ask.py',
        `import os\nos.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"\nimport django\ndjango.setup()
from django.test import Client\nClient(raise_request_exception=False, SERVER_NAME="localhost").get("/break-it/")`,
      );
      await shell('env/bin/python ask.py');
    },
  },
  go: {
    tools: ['go'],
    async run(steps) {
      await write('main.go', codeOf(steps, 'main.go'));
      await shell(`go mod init example.com/shop && ${codeOf(steps, 'Install')} && go run .`);
    },
  },
  rust: {
    tools: ['cargo', 'cc'],
    async run(steps) {
      await shell(`cargo init --name shop && ${codeOf(steps, 'Install')}`);
      await write('src/main.rs', codeOf(steps, 'src/main.rs'));
      await shell('cargo build');
      await shell('target/debug/shop', true);
    },
  },
  java: {
    tools: ['java', 'mvn'],
    async run(steps) {
      await write(
        'pom.xml',
        `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>shop</groupId>
<artifactId>shop</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
<dependencies>${codeOf(steps, 'Or with Maven')}</dependencies></project>`,
      );
      await write('src/main/java/Main.java', codeOf(steps, 'Main.java'));
      await shell('mvn -q compile dependency:copy-dependencies && java -cp "target/classes:target/dependency/*" Main');
    },
  },
  ruby: {
    tools: ['ruby', 'bundle'],
    async run(steps) {
      await write('Gemfile', "source 'https://rubygems.org'");
      await shell(codeOf(steps, 'Install'));
      await write('shop.rb', codeOf(steps, 'Initialize it as early'), codeOf(steps));
      await shell('bundle exec ruby shop.rb');
    },
  },
};

for (const platform of Object.keys(snippets) as PlatformId[]) {
  const runner = runners[platform];
  const canRun = runner && (runner.always || all) && has(...(runner.tools ?? []));
  const title = runner
    ? `the snippet of ${platform} brings its error, as it is shown`
    : `the snippet of ${platform} is not run: it needs an application around it, or tools that are not here`;
  // Other languages need their tools, and fetch their SDK: see the top of this file.
  test.skipIf(!canRun)(title, { timeout: 280_000 }, async () => {
    const project = await server.createProject(platform, platform);
    await runner!.run(snippets[platform](project.dsn));
    const titles = async () => (await eventsOf(server, platform)).map((event) => event.title);
    await expect.poll(titles).toContainEqual(expect.stringMatching(/Hello, Seismo|ZeroDivisionError/));
  });
}
