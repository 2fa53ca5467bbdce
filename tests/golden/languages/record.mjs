#!/usr/bin/env node
/**
 * Records the requests of Sentry SDKs in other languages: `node tests/golden/languages/record.mjs python go …`.
 * README.md lists the requirements of each language. A run replaces all recordings of a language.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, hostname, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const here = import.meta.dirname;
const pythonScenarios = ['uncaught', 'chained', 'group', 'message', 'mapping', 'repr', 'thread', 'nested'];

/** How to build each language's folder, and the command for a scenario. */
const languages = {
  python: {
    build: (folder) => installPython(folder, 'sentry-sdk'),
    run: (scenario) => ['env/bin/python', 'shop.py', scenario],
    version: (folder) => pythonVersion(folder),
    scenarios: pythonScenarios,
  },
  python1: {
    programs: 'python',
    build: (folder) => installPython(folder, 'sentry-sdk==1.45.1'),
    run: (scenario) => ['env/bin/python', 'shop.py', scenario],
    version: (folder) => pythonVersion(folder),
    scenarios: pythonScenarios,
  },
  go: {
    build: (folder) => {
      execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'inherit' });
      execFileSync('go', ['build', '-o', 'shop', '.'], { cwd: folder, stdio: 'inherit' });
    },
    run: (scenario) => ['./shop', scenario],
    version: () => '0.50.0',
    scenarios: ['panic', 'handler', 'wrapped', 'joined', 'new-errors', 'message', 'nested'],
  },
  rust: {
    build: (folder) => execFileSync('cargo', ['build', '--quiet'], { cwd: folder, stdio: 'inherit' }),
    run: (scenario) => ['target/debug/shop', scenario],
    version: () => '0.49.5',
    scenarios: ['panic', 'expect', 'thread', 'anyhow', 'message', 'tracing'],
  },
  java: {
    build: (folder) =>
      execFileSync('mvn', ['-q', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], {
        cwd: folder,
        stdio: 'inherit',
      }),
    run: (scenario) => ['sh', '-c', `exec java -cp target/classes:$(cat classpath) com.example.shop.Main ${scenario}`],
    version: () => '8.52.0',
    scenarios: ['uncaught', 'included', 'caused', 'suppressed', 'message', 'logged', 'threads', 'nested', 'spring'],
  },
  ruby: {
    build: () => {},
    // By its absolute path, as servers start it: the SDK compares that with the project's folder.
    run: (scenario, folder) => ['ruby', join(folder, 'app', 'shop.rb'), scenario],
    version: () =>
      execFileSync('ruby', ['-e', "require 'sentry-ruby'; print Sentry::VERSION"], { encoding: 'utf8' }),
    scenarios: ['library', 'chained', 'message', 'thread'],
  },
  native: {
    build: (folder) => {
      execFileSync('cargo', ['fetch', '--quiet'], { cwd: folder, stdio: 'inherit' });
      execFileSync('sh', ['build.sh'], { cwd: folder, stdio: 'inherit' });
    },
    // The crash is written to a folder, and the next start sends it.
    run: (scenario) => {
      const program = scenario.endsWith('-unnamed') ? './shop-unnamed' : './shop';
      return ['sh', '-c', `${program} ${scenario.replace('-unnamed', '')}; ${program} send`];
    },
    version: () => '0.4.9',
    scenarios: ['read-null', 'write-null', 'divide', 'abort', 'message', 'read-null-unnamed', 'write-null-unnamed'],
  },
};

function installPython(folder, requirement) {
  execFileSync('python3', ['-m', 'venv', 'env'], { cwd: folder });
  execFileSync('env/bin/pip', ['install', '--quiet', requirement], { cwd: folder, stdio: 'inherit' });
}

function pythonVersion(folder) {
  const code = 'import sentry_sdk; print(sentry_sdk.VERSION, end="")';
  return execFileSync('env/bin/python', ['-c', code], { cwd: folder, encoding: 'utf8' });
}

/** An ingest endpoint that records each body. Requests to the older store endpoint are recorded as envelopes. */
async function openRecorder() {
  const bodies = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const sent = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    bodies.push(request.url.includes('/store/') ? asEnvelope(body) : body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"0"}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { bodies, dsn: `http://recorded@127.0.0.1:${server.address().port}/1`, close: () => server.close() };
}

function asEnvelope(body) {
  return Buffer.concat([Buffer.from(`{"event_id":"${JSON.parse(body).event_id}"}\n{"type":"event"}\n`), body]);
}

/** The events among the items of an envelope, as text. */
function eventsOf(body) {
  const events = [];
  let at = body.indexOf(10) + 1;
  while (at > 0 && at < body.length) {
    const headerEnd = body.indexOf(10, at);
    const header = JSON.parse(body.subarray(at, headerEnd < 0 ? body.length : headerEnd));
    const start = headerEnd + 1;
    const lineEnd = body.indexOf(10, start);
    const end = header.length === undefined ? (lineEnd < 0 ? body.length : lineEnd) : start + header.length;
    if (header.type === 'event') events.push(body.subarray(start, end).toString());
    at = end + 1;
  }
  return events;
}

/** Replaces names of this machine with those in the language's container image. */
function anonymized(text, folder) {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.base_prefix, end="")'], { encoding: 'utf8' });
  const [kernel, ...build] = release().split('-');
  const names = [
    [join(folder, 'env'), '/usr/local'],
    [folder, '/srv/shop'],
    [python, '/usr/local'],
    [join(homedir(), 'go'), '/go'],
    [join(homedir(), '.cargo'), '/usr/local/cargo'],
    [hostname(), 'shop-1'],
    [release(), '6.1.0'],
    [kernel, '6.1.0'],
    ...(build.length > 0 ? [[build.join('-'), 'generic']] : []),
    [homedir(), '/home/shop'],
  ];
  return names.reduce((replaced, [name, general]) => replaced.replaceAll(name, general), text);
}

async function record(name) {
  const { programs = name, build, run, version, scenarios } = languages[name];
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const recorder = await openRecorder();
  try {
    cpSync(join(here, 'programs', programs), folder, { recursive: true });
    build(folder);
    const prefix = `${name}--${version(folder)}--`;
    mkdirSync(join(here, 'recorded'), { recursive: true });
    for (const file of readdirSync(join(here, 'recorded')).filter((one) => one.startsWith(`${name}--`))) {
      rmSync(join(here, 'recorded', file));
    }
    for (const scenario of scenarios) {
      recorder.bodies.length = 0;
      const [command, ...args] = run(scenario, folder);
      const child = spawn(command, args, {
        cwd: folder,
        env: { ...process.env, SENTRY_DSN: recorder.dsn },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await new Promise((resolve) => child.on('exit', resolve));
      const events = recorder.bodies.flatMap((body) => eventsOf(body));
      if (events.length === 0) throw new Error(`${name} ${scenario}: no event came`);
      const items = events.map((event) => `{"type":"event"}\n${anonymized(event, folder)}\n`);
      items.forEach((item, index) => {
        const number = items.length === 1 ? '' : `.${index + 1}`;
        writeFileSync(join(here, 'recorded', `${prefix}${scenario}${number}.envelope`), `{}\n${item}`);
      });
      console.log(`${name} ${scenario}: ${events.length}`);
    }
  } finally {
    recorder.close();
    rmSync(folder, { recursive: true });
  }
}

for (const name of process.argv.slice(2)) await record(name);
