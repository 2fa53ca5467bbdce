import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openState, storesIn } from '@seismo/server/parts';
import { sendUntilGone } from './client.ts';
import type { Memory, Target } from './client.ts';
import { populate } from './populate.ts';
import { regroupUntilGone } from './regroup.ts';
import { drained, startServerProcess } from './server-process.ts';
import { problemsOf } from './verify.ts';

/** In turn: the points at which the server kills itself; `null`: it is killed from outside at a random time. */
const kills = [
  'journal:after-write',
  'journal:after-commit',
  'telemetry:before-commit',
  'telemetry:after-commit',
  'state:before-commit',
  'state:after-commit',
  'batch:blobs-written',
  'batch:issues-ensured',
  'batch:before-trim',
  'operation:prepared',
  'operation:changed',
  null,
  null,
  null,
];

/** How long a server may take to reach its fail point. */
const POINT_MS_MAX = 60_000;
const START_MS_MAX = 30_000;
const LANES = 4;

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  problems: string[];
  slowestStartMs: number;
}

/**
 * Sends, kills, restarts, waits for processing and compares, for several rounds on one growing data directory, with one
 * to three threads.
 */
export async function crash(options: {
  rounds: number;
  seed: number;
  say: (text: string) => void;
  /** Without it, the state is in SQLite. */
  stateUrl?: string;
}): Promise<CrashReport> {
  const random = mulberry32(options.seed);
  const { stateUrl = null } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'seismo-crash-'));
  const report: CrashReport = { rounds: 0, acknowledged: 0, problems: [], slowestStartMs: 0 };
  try {
    // Several lanes share batches. Each has its own client, which compares its reports.
    const clients = (await setUp(dataDir, stateUrl)).map((target) => ({ target, memory: emptyMemory() }));
    for (let round = 0; round < options.rounds && report.problems.length === 0; round++) {
      const point = kills[round % kills.length]!;
      const failAt = point && `${point}:${1 + Math.floor(random() * 3)}`;
      const server = await startServerProcess(dataDir, { failAt, stateUrl, pipelineThreads: 1 + (round % 3) });
      // Another signal than that of a fail point, if the server does not reach it.
      const killer = failAt
        ? setTimeout(() => server.child.kill('SIGHUP'), POINT_MS_MAX)
        : setTimeout(() => server.child.kill('SIGKILL'), 100 + random() * 900);
      await Promise.all(
        clients.flatMap(({ target, memory }) => [
          sendUntilGone({ ...target, url: server.url }, memory, random, server.gone),
          regroupUntilGone({ ...target, url: server.url }, random, server.gone),
        ]),
      );
      await server.gone;
      clearTimeout(killer);

      const again = await startServerProcess(dataDir, { stateUrl, pipelineThreads: 1 + (round % 2) });
      report.slowestStartMs = Math.max(report.slowestStartMs, server.startedInMs, again.startedInMs);
      await drained(again.url);
      await again.stop();
      report.problems = await problemsOf(dataDir, stateUrl, clients);
      if (server.child.signalCode !== 'SIGKILL') report.problems.push(`the server was not killed at ${failAt}`);
      report.rounds = round + 1;
      report.acknowledged = clients.reduce((sum, { memory }) => sum + memory.acknowledged.size, 0);
      options.say(
        `round ${round + 1}: killed ${failAt ? `at ${failAt}` : 'at random'}, ${report.acknowledged} acknowledged events so far, ${report.problems.length === 0 ? 'all there once' : report.problems.join('; ')}`,
      );
    }
    if (report.slowestStartMs > START_MS_MAX)
      report.problems.push(`a start took ${Math.round(report.slowestStartMs)} ms`);
    return report;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function emptyMemory(): Memory {
  const sets = { sent: new Set<string>(), acknowledged: new Set<string>(), withAttachment: new Set<string>() };
  return { ...sets, feedback: new Map(), itemsSent: 0, itemsAcknowledged: 0 };
}

async function setUp(dataDir: string, stateUrl: string | null): Promise<Target[]> {
  const state = await openState(storesIn(dataDir, stateUrl));
  const slugs = Array.from({ length: LANES }, (_, lane) => `crash-${lane + 1}`);
  const projects = await populate(state, slugs, ['event:read', 'event:write', 'project:read', 'org:read']);
  // This reader never advances, so every row remains for the verifier.
  await state.write((tx) => tx.addOutboxReader('crash-test'));
  await state.close();
  return projects.map((project) => ({ ...project, url: '' }));
}

/** A small seeded generator (Tommy Ettinger's mulberry32, public domain): equal seeds give equal rounds. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
  });
  const report = await crash({ rounds: Number(values.rounds), seed: Number(values.seed), say: console.log });
  console.log(
    `${report.rounds} rounds, ${report.acknowledged} acknowledged events, seed ${values.seed}: ${report.problems.length === 0 ? 'none lost, none doubled' : report.problems.join('; ')}`,
  );
  process.exit(report.problems.length === 0 ? 0 : 1);
}
