import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@seismo/protocol';
import { openState, storesIn } from '@seismo/server/parts';
import { afterAll, expect, test, vi } from 'vitest';
import { populate } from '../crash/populate.ts';
import { drained, startServerProcess } from '../crash/server-process.ts';
import type { PreviewReply, PreviewRequest } from '../crash/server.ts';

/**
 * One user's queries do not delay others. Nothing is timed: while an expensive query is held open, the server must
 * answer reports and health checks in several rounds.
 */
const ISSUE_COUNT = 2000;
const ROUND_COUNT = 5;
const text = 'a '.repeat(4000);

const dataDir = await mkdtemp(join(tmpdir(), 'seismo-main-thread-'));
const state = await openState(storesIn(dataDir));
const [shop] = await populate(state, ['shop'], ['event:read']);
const { token, projectId, publicKey } = shop!;
await state.close();
const server = await startServerProcess(dataDir);
const hashes = Array.from({ length: ISSUE_COUNT }, (_, index) => `hostile ${index}`);
const senders = Array.from({ length: 16 }, async () => {
  for (let hash = hashes.pop(); hash !== undefined; hash = hashes.pop()) await report(text, hash);
});
await Promise.all(senders);
await drained(server.url);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/api/0/organizations/main${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

const search = (query: string) => request(`/issues/?query=${encodeURIComponent(query)}`);

/** Reports with the same hash share an issue. */
async function report(message: string, hash: string): Promise<void> {
  const eventId = randomBytes(16).toString('hex');
  const event = {
    event_id: eventId,
    logentry: { formatted: message },
    fingerprint: [hash],
    timestamp: Date.now() / 1000,
  };
  const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
  const url = `${server.url}/api/${projectId}/envelope/?sentry_key=${publicKey}`;
  const answer = await fetch(url, { method: 'POST', body });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}

/** Sends a report and a health check; both must succeed. */
async function round(): Promise<void> {
  const healthy = async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await Promise.all([healthy(), report('Meanwhile', 'meanwhile')]);
}

/** The number of rounds that are answered before this query is. */
async function roundsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let rounds = 0;
  while (!isOver) {
    await round();
    if (!isOver) rounds++;
  }
  await over;
  return rounds;
}

function searchProcesses(): string[] {
  const args = ['-o', 'pid=,args=', '--ppid', String(server.child.pid)];
  try {
    return execFileSync('ps', args, { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('search-process'));
  } catch {
    // There is no child process at all.
    return [];
  }
}

test.each([
  ['490 words in a row', `"${'a '.repeat(490).trim()}"`, `at most ${limits.QUERY_PHRASE_WORD_COUNT_MAX} words`],
  ['480 wildcards', `"${'a*'.repeat(480)}"`, `At most ${limits.QUERY_WILDCARD_COUNT_MAX} wildcards`],
])('%s are refused before anything is searched', async (_, query, words) => {
  const answer = await search(query);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail.toLowerCase()).toContain(words.toLowerCase());
  expect(searchProcesses()).toEqual([]);
});

test('a search that takes too long is stopped with its process, and delays nothing else', async () => {
  // A text that is slow to compare, at each of 4,000 positions of each of 2,000 issues.
  const slow = Array.from({ length: 22 }, (_, n) => `"${'a '.repeat(17)}b${n}"`).join(' OR ');
  expect(slow.length).toBeLessThanOrEqual(limits.QUERY_CHARS_MAX);
  let stopped: Response | undefined;
  const rounds = await roundsDuring(search(slow).then((answer) => (stopped = answer)));
  expect(rounds).toBeGreaterThanOrEqual(ROUND_COUNT);
  expect(stopped!.status).toBe(400);
  expect(((await stopped!.json()) as { detail: string }).detail).toMatch(
    /^The search was stopped because it took longer than 5 s\. Select a project/,
  );
  await expect.poll(searchProcesses).toEqual([]);
  // The next search is answered.
  await drained(server.url);
  const found = await search('Meanwhile');
  expect([found.status, ((await found.json()) as object[]).length]).toEqual([200, 1]);
});

test('previews of hostile rules queue, are refused beyond the queue, and delay nothing else', async () => {
  const stars = `${'*a '.repeat(limits.QUERY_WILDCARD_COUNT_MAX)}b`;
  const rules = Array.from({ length: limits.RULE_COUNT_MAX }, (_, n) => `message:"${stars}${n}" -> ${n}`).join('\n');
  const refusedCount = 4;
  const count = limits.HEAVY_PER_USER_COUNT_MAX + limits.HEAVY_WAITING_COUNT_MAX + refusedCount;
  const replies = Array.from({ length: count }, (_, id) => preview(id, { fingerprintRules: rules, stackRules: '' }));
  const rounds = await roundsDuring(Promise.all(replies));
  expect(rounds).toBeGreaterThanOrEqual(ROUND_COUNT);
  const answers = await Promise.all(replies);
  const refused = answers.filter((answer) => 'refused' in answer);
  expect(refused.map((answer) => answer.refused)).toEqual(Array<string>(refusedCount).fill('too-many'));
  const examined = answers.flatMap((answer) => ('examined' in answer ? answer.examined : []));
  expect(Math.min(...examined)).toBeGreaterThan(0);
});

/** Requests the preview of unsaved settings. */
function preview(id: number, document: object): Promise<PreviewReply> {
  return new Promise((resolve) => {
    const hear = (reply: PreviewReply) => {
      if (reply.id !== id) return;
      server.child.off('message', hear);
      resolve(reply);
    };
    server.child.setMaxListeners(0).on('message', hear);
    server.child.send({ id, token, project: 'shop', document } satisfies PreviewRequest);
  });
}

test('unread exports pause, are refused beyond the queue, and delay nothing else', async () => {
  const left = new AbortController();
  const refusedCount = 4;
  const answered: Response[] = [];
  for (let n = limits.HEAVY_PER_USER_COUNT_MAX + limits.HEAVY_WAITING_COUNT_MAX + refusedCount; n > 0; n--) {
    void request('/exports/issues.json', { signal: left.signal }).then(
      (answer) => answered.push(answer),
      () => {},
    );
  }
  const those = (status: number) => answered.filter((answer) => answer.status === status);
  const begun = vi.waitUntil(() => those(200).length > 0 && those(429).length === refusedCount, { timeout: 60_000 });
  for (let rounds = await roundsDuring(begun); rounds < ROUND_COUNT; rounds++) await round();
  expect(those(200).length).toBeLessThanOrEqual(limits.HEAVY_PER_USER_COUNT_MAX);
  expect(those(429).map(({ headers }) => headers.get('retry-after'))).toEqual(
    Array<string>(refusedCount).fill(String(limits.TOO_MANY_RETRY_AFTER_S)),
  );
  left.abort();
  // A disconnected user frees the slot.
  const next = async () => {
    const answer = await request('/exports/issues.csv');
    await answer.body!.cancel();
    return answer.status;
  };
  await expect.poll(next, { timeout: 60_000 }).toBe(200);
});
