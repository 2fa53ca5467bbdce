import { createProject, createUser, systemViewer, transitionDueIssues } from '@seismo/server/parts';
import type { JournalEntry } from '@seismo/server/parts';
import { limits } from '@seismo/protocol';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { firstOwner } from './first-owner.ts';
import type { RunningServer } from './server.ts';

export const SEED = 20_261_121;
const POLL_MS = 50;
const POLLS_MAX = 200;

/**
 * Fills an empty server with the last fourteen days of a small shop. Recorded reports of real SDKs, spread over the
 * days, and spans of everyday traffic pass through the journal and the pipeline like any other report; actions of users
 * and build machines use the commands of the dashboard and sentry-cli. The server's clock moves with the story, so that all times are right. Runs
 * once per data directory.
 */
export async function fillDemo(server: RunningServer, print: (text: string) => void): Promise<void> {
  const { state, clock } = server;
  if (await state.setting('demo-filled')) return;
  if ((await state.setting('demo-begun')) !== null) {
    throw new Error(
      'The demo was interrupted while it was being filled. Start it again with an empty SEISMO_DATA_DIR.',
    );
  }
  await state.write((tx) => tx.setSetting('demo-begun', new Date(clock.now()).toISOString()));
  try {
    await live(server, clock.now(), print);
  } finally {
    clock.set(null);
  }
  // By the clock of the story, its reports and their notifications waited for days.
  await until(async () => (await state.outboxReaders()).every(({ behind }) => behind === 0));
  await until(async () => ((await server.firstUndecidedAtMs()) ?? Infinity) > clock.now() - limits.TRACE_DECISION_MS);
  await server.renewHealth();
  await state.write((tx) => tx.setSetting('demo-filled', new Date(clock.now()).toISOString()));
}

/** What fails for long shows on the pages, as it should. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    if (await isDone()) return;
    await setTimeout(POLL_MS);
  }
}

async function live(server: RunningServer, endsAtMs: number, print: (text: string) => void): Promise<void> {
  const { state, clock, runtime } = server;
  // The recordings and the story lie beside their code and are read only when they are wanted.
  const { demoEnvelopes, demoProjects, demoTraffic, people, sampledProject, story } = await import('../demo/index.ts');
  const envelopes = [...demoEnvelopes(endsAtMs, SEED), ...demoTraffic(endsAtMs, SEED)].sort(
    (one, other) => one.receivedAtMs - other.receivedAtMs,
  );
  print(`  Filling the demo projects with ${envelopes.length} reports …`);
  const deps = { state, clock, random: randomBytes, config: server.config, onKeysChanged: () => {} };
  const owner = await firstOwner(state);
  const as = (who: keyof typeof people) =>
    systemViewer(state, who === 'demo' && owner ? owner.email : people[who].email);
  const senders = new Map<string, Sender>();

  let reported = 0;
  for (const [index, { agoMs, after, run }] of story.entries()) {
    let nowMs = endsAtMs - agoMs;
    if (after)
      nowMs = envelopes.findLast((each) => each.scenario === after && each.receivedAtMs <= nowMs)!.receivedAtMs;
    clock.set(nowMs);
    if (index === 0) {
      for (const [who, person] of Object.entries(people)) {
        if (who !== 'demo' || !owner) await createUser(deps, { ...person, password: null });
      }
      const viewer = await as('demo');
      for (const project of demoProjects) {
        const { id: projectId } = await createProject(deps, viewer, project);
        const [key] = await state.listKeys(projectId);
        senders.set(project.slug, { projectId, keyId: key!.id });
      }
    }
    const until = envelopes.findIndex(({ receivedAtMs }) => receivedAtMs > nowMs);
    const due = envelopes.slice(reported, until === -1 ? undefined : until);
    reported += due.length;
    // Of a trace in several projects, this one keeps its part only if the others have theirs.
    const isSampled = ({ project }: { project: string }) => project === sampledProject;
    await report(
      server,
      due.filter((each) => !isSampled(each)),
      senders,
    );
    await report(server, due.filter(isSampled), senders);
    await transitionDueIssues(state, nowMs);
    // What its alerts say is of this time, too.
    await server.alertsSettled();
    await run({ command: runtime.command, query: runtime.query, nowMs, as });
  }
}

type Sender = Pick<JournalEntry, 'projectId' | 'keyId'>;

/** Resolves when the pipeline is through with them. */
async function report(
  server: RunningServer,
  envelopes: {
    project: string;
    scenario: string;
    receivedAtMs: number;
    clientAddress: string;
    userAgent: string;
    body: Uint8Array;
  }[],
  senders: ReadonlyMap<string, Sender>,
): Promise<void> {
  await Promise.all(
    envelopes.map(async ({ project, scenario: _, ...rest }) => {
      const sender = senders.get(project)!;
      const entry = { kind: 'envelope' as const, ...sender, ...rest, limitedCategories: [], replayOf: null };
      await server.applied(sender.projectId, await server.journal.append(entry));
    }),
  );
}
