import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { EventId, IssueId, OrganizationId, ProjectId } from '@seismo/protocol';
import { listIssues } from '../packages/server/src/query/issues/list-issues.ts';
import type { ReleaseFacts, SearchText } from '../packages/server/src/store/state/contract.ts';
import { openStores, storesIn } from '../packages/server/src/store/open.ts';
import type { EventRow } from '../packages/server/src/store/telemetry/contract.ts';
import { owner, queryDeps } from './query-deps.ts';
import { chance, quantiles, upTo } from './results.ts';

/**
 * Searches over stored events with the query of the issue list: fills the stores of a new server directly and prints the
 * duration of each search, first and repeated.
 * `node bench/search.ts [--events 1000000] [--rounds 20] [--in folder] [--only part-of-a-name]`
 * `--in` keeps the stores in that folder for the next run.
 */
const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    in: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const eventCount = Number(options.events);
const rounds = Number(options.rounds);

const BATCH = 2000;
const ISSUES = 20_000;
const PROJECTS = 10;
const DAY_MS = 86_400_000;
const folder = options.in ?? (await mkdtemp(join(tmpdir(), 'seismo-bench-')));
await mkdir(folder, { recursive: true });
const isFilled = existsSync(join(folder, 'filled'));
const nowMs = isFilled ? Number(await readFile(join(folder, 'filled'), 'utf8')) : Date.now();
const fromMs = nowMs - 13.9 * DAY_MS;

const syllables = 'ca ro ti me lu sha per don vi gra pol ne ki sto fe'.split(' ');
/** 15³ words, some of them frequent. */
const word = () => {
  const n = Math.floor(3375 * chance() ** 3);
  return syllables[n % 15]! + syllables[Math.floor(n / 15) % 15]! + syllables[Math.floor(n / 225)]!;
};
const name = () => `${word()}${word().replace(/^./, (letter) => letter.toUpperCase())}`;

/** The texts of an event: an error, a stack of thirty frames, twenty breadcrumbs, ten tags. */
function textsOf(issue: number): SearchText[] {
  const texts: SearchText[] = [
    { field: 'type', text: ['TypeError', 'RangeError', 'PaymentRefused', 'Error'][issue % 4]! },
    { field: 'value', text: `cannot read ${word()} of ${word()} in ${name()}` },
    { field: 'culprit', text: `src/${word()}/${name()}.tsx` },
  ];
  for (let frame = 0; frame < 30; frame++) {
    texts.push({ field: 'function', text: name() }, { field: 'file', text: `src/${word()}/${word()}-${word()}.ts` });
  }
  for (let crumb = 0; crumb < 20; crumb++)
    texts.push({ field: 'breadcrumb', text: `ui.click button#${word()} ${word()}` });
  for (let tag = 0; tag < 10; tag++) texts.push({ field: 'tag', text: `${word()} ${word()}` });
  return texts;
}

function eventRow(n: number): EventRow & { n: number } {
  const issue = Math.floor(ISSUES * chance() ** 2);
  const atMs = Math.round(fromMs + (n / eventCount) * 13.8 * DAY_MS);
  const [browser, user] = [upTo(12), upTo(50_000)];
  return {
    n: issue,
    organizationId: 1 as OrganizationId,
    projectId: (1 + (issue % PROJECTS)) as ProjectId,
    issueId: (1 + issue) as IssueId,
    hash: String(issue),
    eventId: randomBytes(16).toString('hex') as EventId,
    atMs,
    receivedAtMs: atMs,
    level: 'error',
    platform: 'javascript',
    environment: chance() < 0.8 ? 'production' : 'staging',
    release: `shop@${1 + Math.floor((n / eventCount) * 30)}.0.0`,
    dist: '',
    transaction: `/shop/page/${upTo(300)}`,
    userKey: `id:${user}`,
    handled: issue % 3 === 0,
    title: `TypeError: cannot read field${issue}`,
    culprit: `src/part${issue % 97}/view${issue}.tsx in render`,
    traceId: '',
    digest: '',
    tags: {
      'browser.name': `Browser ${browser}`,
      browser: `Browser ${browser}.0.${browser * 7}`,
      'os.name': `System ${upTo(8)}`,
      url: `https://shop.example.org/shop/page/${upTo(300)}`,
      plan: ['free', 'team', 'enterprise'][upTo(3)]!,
      amount: String(upTo(1000)),
    },
    maps: { mapped: 0, errors: {}, unmappedDebugIds: [] },
    attributes: { 'user.email': `person.${user}@example.org`, 'http.method': 'GET' },
    body: randomBytes(100),
  };
}

const stores = await openStores(storesIn(folder));
const { state, telemetry } = stores;
try {
  if (!isFilled) await fill();
  const deps = await queryDeps(stores, nowMs);
  const searches: [string, () => string][] = [
    ['everything', () => ''],
    ['unresolved', () => 'is:unresolved'],
    ['a word', () => word()],
    ['the beginning of a word', () => word().slice(0, 4)],
    ['a frequent word', () => 'cannot'],
    ['two words', () => `${word()} ${word()}`],
    ['a phrase', () => `"${word()} ${word()}"`],
    ['a function', () => `stack.function:${word()}*`],
    ['a word of unresolved, not another', () => `is:unresolved ${word()} !${word()}`],
    ['either of two words', () => `${word()} OR ${word()}`],
    ['release', () => `release:shop@${1 + upTo(30)}.0.0`],
    ['release by version', () => `release.version:>${1 + upTo(28)}.5`],
    ['environment and a word', () => `environment:staging ${word()}`],
    ['tag', () => `browser.name:"Browser ${upTo(12)}"`],
    ['tag with a wildcard', () => `url:*page/${upTo(300)}`],
    ['number in a tag', () => `amount:>${upTo(1000)}`],
    ['e-mail', () => `user.email:person.${upTo(50_000)}@example.org`],
    ['word or tag', () => `${word()} OR plan:team`],
  ];
  const table: Record<string, Record<string, number>> = {};
  for (const [about, query] of searches.filter(([name]) => name.includes(options.only))) {
    for (const again of [false, true]) {
      const ms: number[] = [];
      let cpuMs = 0;
      for (let round = 0; round < rounds; round++) {
        const text = query();
        const filter = {
          projects: [],
          environments: [],
          range: '14d',
          query: text,
          sort: 'last-seen',
          cursor: null,
          count: 50,
        } as const;
        const ask = () => listIssues(deps, owner, { ...filter, projects: [], environments: [] });
        if (again) await ask();
        const before = process.cpuUsage();
        const startMs = performance.now();
        const page = await ask();
        ms.push(performance.now() - startMs);
        const used = process.cpuUsage(before);
        cpuMs += (used.user + used.system) / 1000;
        if (page.problem) throw new Error(`${text}: ${page.problem.message}`);
      }
      table[`${about}${again ? ', again' : ''}`] = { ...quantiles(ms), processor: Math.round(cpuMs / rounds) };
    }
  }
  console.table(table);
} finally {
  await stores.close();
  if (options.in === undefined) await rm(folder, { recursive: true });
}

async function fill(): Promise<void> {
  await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 1 });
    for (let project = 0; project < PROJECTS; project++) {
      const slug = `shop-${project}`;
      await tx.createProject({ organizationId, slug, name: slug, platform: 'node', createdAtMs: 1 });
    }
  });
  // Issue IDs must match those in `eventRow`, so projects cannot be filled one after another.
  for (let issue = 0; issue < ISSUES; issue++) {
    const projectId = (1 + (issue % PROJECTS)) as ProjectId;
    const made = { organizationId: 1 as OrganizationId, projectId, hash: `h${issue}`, groupingVersion: 'v1' };
    const headline = {
      type: 'TypeError',
      value: `cannot read field${issue}`,
      culprit: `src/part${issue % 97}/view${issue}.tsx`,
    };
    const rest = { level: 'error' as const, platform: 'javascript', handled: issue % 3 === 0, firstSeenAtMs: fromMs };
    await state.write((tx) => tx.ensureIssues([{ ...made, ...headline, ...rest }]));
  }
  const before = await sizeOf();
  const sent = new Set<number>();
  let textMs = 0;
  for (let done = 0, sequence = 1; done < eventCount; done += BATCH, sequence++) {
    const rows = Array.from({ length: Math.min(BATCH, eventCount - done) }, (_, index) => eventRow(done + index));
    await telemetry.append({ sequence, rows: { events: rows }, changes: [] });
    const texts = [...Map.groupBy(rows, ({ n }) => n)].map(([n, [row]]) => {
      const isNew = !sent.has(n);
      sent.add(n);
      return { issueId: row!.issueId, texts: isNew ? textsOf(n) : [] };
    });
    const issues = [...Map.groupBy(rows, ({ issueId }) => issueId)].map(([issueId, of]) => ({
      issueId,
      events: of.length,
      userKeys: [],
      firstSeenAtMs: of[0]!.atMs,
      lastSeenAtMs: of.at(-1)!.atMs,
      firstRelease: of[0]!.release,
      lastRelease: of.at(-1)!.release,
      environments: [],
      sightings: [],
      hours: [],
      level: 'error' as const,
      type: 'TypeError',
      value: `cannot read field${of[0]!.n}`,
      culprit: of[0]!.culprit,
      handled: of[0]!.handled,
    }));
    const batch = {
      after: sequence - 1,
      sequence,
      positions: [],
      atMs: nowMs,
      projectIds: [],
      issues,
      releases: releasesOf(rows),
      environments: [],
      firstEvents: [],
    };
    const startMs = performance.now();
    await state.write((tx) => tx.applyBatch({ ...batch, texts }));
    textMs += performance.now() - startMs;
  }
  console.log(
    `${eventCount} events, ${sent.size} issues; state ${megabytes(before)} MB before, ${megabytes(await sizeOf())} MB with counts and texts; ${Math.round(textMs)} ms in batches of state`,
  );
  await writeFile(join(folder, 'filled'), String(nowMs));
}

async function sizeOf(): Promise<number> {
  return (await stat(join(folder, 'state.sqlite'))).size + (await stat(join(folder, 'state.sqlite-wal'))).size;
}

function releasesOf(rows: readonly EventRow[]): ReleaseFacts[] {
  const groups = Map.groupBy(rows, ({ projectId, release }) => `${projectId} ${release}`);
  return [...groups.values()].map((of) => ({
    projectId: of[0]!.projectId,
    organizationId: of[0]!.organizationId,
    version: of[0]!.release,
    firstSeenAtMs: of[0]!.atMs,
    lastSeenAtMs: of.at(-1)!.atMs,
    events: of.length,
  }));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
