import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import { openStores, storesIn } from '@seismo/server/parts';
import type { Stores } from '../../packages/server/src/pipeline/signal.ts';
import type { OutboxRow, State } from '../../packages/server/src/store/state/contract.ts';
import type { EventHead } from '../../packages/server/src/store/telemetry/queries/parts/event-head.ts';
import type { Memory, Target } from './client.ts';

/** Opens the stores of a stopped server and compares them with the clients' records. Returns the problems. */
export async function problemsOf(
  dataDir: string,
  stateUrl: string | null,
  clients: { target: Target; memory: Memory }[],
): Promise<string[]> {
  await using stores = await openStores(storesIn(dataDir, stateUrl));
  const outbox = await outboxOf(stores.state);
  const problems: string[] = [];
  for (const { target, memory } of clients) {
    problems.push(...(await problemsIn(stores, target.projectId as ProjectId, memory, outbox)));
  }
  return problems;
}

export async function problemsIn(
  stores: Stores,
  projectId: ProjectId,
  memory: Memory,
  /** `null`: a restored server has no rows from before. */
  outbox: OutboxRow[] | null,
): Promise<string[]> {
  const { journal, state, telemetry, blobs } = stores;
  const problems: string[] = [];
  const stored = new Map<string, number>();
  const issueByHash = new Map<string, Pick<EventHead, 'hash' | 'issueId'>>();
  for (let before: { atMs: number; eventId: EventId } | null = null; ;) {
    const page: EventHead[] = await telemetry.query('eventsOfProject', {
      projectId,
      where: null,
      before,
      count: 5000,
    });
    for (const event of page) {
      stored.set(event.eventId, (stored.get(event.eventId) ?? 0) + 1);
      issueByHash.set(event.eventId, event);
    }
    if (page.length < 5000) break;
    before = page.at(-1)!;
  }
  const lost = [...memory.acknowledged].filter((id) => !stored.has(id));
  const doubled = [...stored].filter(([, times]) => times > 1);
  const invented = [...stored.keys()].filter((id) => !memory.sent.has(id));
  if (lost.length > 0) problems.push(`${lost.length} acknowledged events are lost, ${lost[0]} among them`);
  if (doubled.length > 0) problems.push(`${doubled.length} events are stored more than once`);
  if (invented.length > 0) problems.push(`${invented.length} events are stored that nobody sent`);

  const ledger = await telemetry.query('ledgerTotals', {
    projectIds: [projectId],
    range: { fromMs: 0, toMs: Date.now() + 86_400_000 },
  });
  const sum = (wanted: (outcome: string, kind: string) => boolean) =>
    ledger.filter((row) => wanted(row.outcome, row.itemKind)).reduce((total, row) => total + row.quantity, 0);
  const received = sum((outcome) => outcome === 'received');
  const ended = sum((outcome) => outcome !== 'received' && outcome !== 'client-discard');
  if (received !== ended) problems.push(`the ledger is out of balance: ${received} received, ${ended} ended`);
  if (received < memory.itemsAcknowledged || received > memory.itemsSent) {
    problems.push(
      `the ledger says ${received} items came; ${memory.itemsAcknowledged} were acknowledged and ${memory.itemsSent} sent`,
    );
  }
  const storedEvents = sum((outcome, kind) => outcome === 'stored' && kind === 'event');
  if (storedEvents !== stored.size)
    problems.push(`the ledger says ${storedEvents} events are stored, there are ${stored.size}`);

  const issues = await state.listIssues({
    projectIds: [projectId],
    ids: null,
    where: null,
    sort: 'last-seen',
    after: null,
    count: 1000,
  });
  const counted = issues.reduce((total, issue) => total + issue.eventCount, 0);
  if (counted !== stored.size) problems.push(`issues count ${counted} events, there are ${stored.size}`);

  const issueIds = issues.map(({ id }) => id);
  const sums = new Map((await telemetry.query('issueSums', { projectId, issueIds })).map((row) => [row.issueId, row]));
  for (const { id, shortId, eventCount, userCount } of issues) {
    const events = sums.get(id)?.events ?? 0;
    const users = (await telemetry.query('issueEndUsers', { projectId, issueId: id })).length;
    if (events !== eventCount || users !== userCount) {
      problems.push(`${shortId} counts ${eventCount} events of ${userCount} users; there are ${events} of ${users}`);
    }
    const hashes = (await telemetry.query('hashesOfIssue', { projectId, issueId: id })).map(({ hash }) => hash);
    const byHash = await state.issuesByHash(projectId, hashes);
    if (hashes.some((hash) => byHash.get(hash) !== id)) problems.push(`${shortId} has events of another issue's hash`);
  }

  const everything = {
    projectIds: [projectId],
    environments: [],
    issueId: null,
    range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
    words: [],
    status: null,
    before: null,
  };
  const heard = await state.listFeedback({ ...everything, count: 1_000_000 });
  const heardIds = new Set<string>(heard.map(({ feedbackId }) => feedbackId));
  const unheard = [...memory.feedback].filter(([id, { acknowledged }]) => acknowledged && !heardIds.has(id));
  if (unheard.length > 0) problems.push(`${unheard.length} acknowledged feedbacks are lost`);
  const storedFeedback = sum((outcome, kind) => outcome === 'stored' && kind === 'feedback');
  if (storedFeedback !== heard.length)
    problems.push(`the ledger says ${storedFeedback} feedbacks are stored, there are ${heard.length}`);
  for (const { feedbackId, eventId, eventHash, issueId } of heard) {
    if (eventId !== memory.feedback.get(feedbackId)?.about)
      problems.push(`feedback ${feedbackId} is not as it was sent`);
    const home = issueByHash.get(eventId ?? '');
    if (home && (home.hash !== eventHash || home.issueId !== issueId))
      problems.push(`feedback ${feedbackId} is in issue ${issueId}, its event in ${home.issueId}`);
  }

  for (const eventId of memory.withAttachment) {
    const [attachment] = await telemetry.query('attachmentsOfEvent', { projectId, eventId: eventId as EventId });
    if (!attachment || !(await blobs.get(attachment.blobKey))) problems.push(`the attachment of ${eventId} is lost`);
  }
  const feedbackIds = heard.map(({ feedbackId }) => feedbackId);
  if (outbox) problems.push(...(await outboxProblems(state, outbox, projectId, issueIds, feedbackIds)));
  const { entries } = await journal.stats();
  if (entries > 0) problems.push(`${entries} entries still wait in the journal`);
  return problems;
}

/** All rows. */
export async function outboxOf(state: State): Promise<OutboxRow[]> {
  const all: OutboxRow[] = [];
  for (let page = await state.outboxAfter(0, 1000); page.length > 0;) {
    all.push(...page);
    page = await state.outboxAfter(all.at(-1)!.id, 1000);
  }
  return all;
}

/** Each entry of an activity feed, feedback, release and first sight was published once, and the IDs have no gap. */
async function outboxProblems(
  state: State,
  all: OutboxRow[],
  projectId: ProjectId,
  issueIds: IssueId[],
  feedbackIds: string[],
): Promise<string[]> {
  const problems: string[] = [];
  if (all.some(({ id }, index) => id !== index + 1)) problems.push('the IDs of the outbox have a gap');
  const rows = all.filter(({ projectIds }) => projectIds.includes(projectId));
  const once = (what: string, happened: (number | string)[], published: (number | string)[]) => {
    const times = Map.groupBy(published, (id) => id);
    const wrong = happened.filter((id) => times.get(id)?.length !== 1);
    if (wrong.length > 0 || times.size !== happened.length) {
      problems.push(
        `${happened.length} ${what}, the outbox has ${published.length}; ${wrong.length} are not there once: ${wrong.slice(0, 4).join(', ')}`,
      );
    }
  };
  const activities: number[] = [];
  for (const id of new Set([...issueIds, ...rows.flatMap(({ issueId }) => issueId ?? [])])) {
    activities.push(...(await state.activityOf(id)).map((activity) => activity.id));
  }
  once(
    'feed entries were written',
    activities,
    rows.flatMap((row) => ('activityId' in row ? row.activityId : [])),
  );
  once(
    'feedbacks are stored',
    feedbackIds,
    rows.flatMap((row) => (row.kind === 'feedback-received' ? row.feedbackId : [])),
  );
  const releases = (await state.listReleases(projectId)).map(({ version }) => version);
  once(
    'releases are stored',
    releases,
    rows.flatMap((row) => (row.kind === 'release-created' ? row.version : [])),
  );
  // All events have the same environment and release.
  const values = [...(await state.environmentsOf(projectId)).map(({ name }) => name), ...releases];
  once(
    'environments and releases of new issues were seen',
    rows.flatMap(({ kind, issueId }) => (kind === 'issue-created' ? values.map((value) => `${issueId} ${value}`) : [])),
    rows.flatMap((row) =>
      row.kind === 'issue-first-seen-in'
        ? [...row.environments, ...row.releases].map((value) => `${row.issueId} ${value}`)
        : [],
    ),
  );
  return problems;
}
