import type { EventId, IssueId } from '@seismo/protocol';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { initialState } from '#domain/issue-status/issue-status.ts';
import { taskEntry, type RegroupTask } from '#journal/tasks.ts';
import { groupsToMove } from '#query/issues/regroup-preview.ts';
import { failingOnce } from '../../../../testing/drain.ts';
import { errorOf, eventEnvelope, eventIdOf, nowMs, openPipeline } from '../../../../testing/pipeline.ts';

let fixture: Fixture;
beforeEach(async () => void (fixture = await openFixture()));

type Operation = RegroupTask extends infer Task
  ? Task extends RegroupTask
    ? Omit<Task, 'id' | 'by' | 'atMs'>
    : never
  : never;
type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A pipeline with the operations that move events between issues. */
async function openFixture() {
  const pipeline = await openPipeline();
  const { journal, telemetry, state, projectId, eventOf } = pipeline;
  let [events, operations] = [0, 0];

  const send = async (
    kind: string,
    { user, ...change }: { user?: string; release?: string; environment?: string } = {},
  ): Promise<EventId> => {
    const event_id = eventIdOf(++events);
    const exception = errorOf(kind, `no ${events}`);
    const event = { event_id, timestamp: nowMs / 1000 - 1_000 + events, platform: 'javascript', exception, ...change };
    await pipeline.send(eventEnvelope({ ...event, ...(user && { user: { id: user } }) }));
    return event_id;
  };

  const request = async (operation: Operation): Promise<string> => {
    const id = eventIdOf(++operations);
    await journal.append(taskEntry('regroup', projectId, nowMs, { ...operation, id, by: null, atMs: nowMs }));
    return id;
  };

  /** A late source map gives the event another hash, as reprocessing does. */
  const map = (eventId: EventId, hash: string) =>
    telemetry.append({ sequence: 0, rows: {}, changes: [{ projectId, eventId, set: { mappedHash: hash } }] });

  /** The operation that accepting the suggestion on the issue's page starts. */
  const sourceMapOperation = async (issueId: IssueId): Promise<Operation> => {
    const issue = (await state.issueById(issueId))!;
    const { rows, ownHash } = await groupsToMove({ telemetry, state }, issue);
    const groups = rows.map(({ hash, mappedHash, events }) => ({ from: hash, to: mappedHash, events }));
    return { operation: 'regroup-by-source-map', issueId, groups, ownHash };
  };

  const issueOf = async (eventId: EventId) => (await eventOf(eventId)).issueId;
  const hashOf = async (eventId: EventId) => (await eventOf(eventId)).hash;

  const issues = async () => (await pipeline.issues()).toSorted((a, b) => a.id - b.id);

  /** The state of each issue matches its events, and every event is in the issue of its hash. */
  const expectExact = async () => {
    const events = await telemetry.query('eventsOfProject', { projectId, where: null, before: null, count: 10_000 });
    const issueByHash = await state.issuesByHash(projectId, [...new Set(events.map(({ hash }) => hash))]);
    for (const event of events) expect(event.issueId, event.eventId).toBe(issueByHash.get(event.hash));
    const byIssue = Map.groupBy(events, ({ issueId }) => issueId);
    const listed = await issues();
    expect(listed.map(({ id }) => id)).toEqual([...byIssue.keys()].toSorted((a, b) => a - b));
    for (const issue of listed) {
      const own = byIssue.get(issue.id)!.toSorted((a, b) => a.atMs - b.atMs);
      expect(issue).toMatchObject({
        eventCount: own.length,
        userCount: new Set(own.map(({ userKey }) => userKey).filter((key) => key !== '')).size,
        firstSeenAtMs: own[0]!.atMs,
        lastSeenAtMs: own.at(-1)!.atMs,
        firstRelease: own.find(({ release }) => release !== '')?.release ?? '',
        lastRelease: own.findLast(({ release }) => release !== '')?.release ?? '',
      });
      expect(`${issue.type}: ${issue.value}`).toBe(own.at(-1)!.title);
    }
  };

  return { ...pipeline, send, request, map, sourceMapOperation, issueOf, hashOf, issues, expectExact };
}

test('merged issues act as one for new events of both until the merge is undone', async () => {
  const a = await fixture.send('A', { user: '1', release: '1.0' });
  const b = await fixture.send('B', { user: '1', release: '2.0' });
  await fixture.send('B', { user: '2' });
  await fixture.drain();
  const [target, source] = [await fixture.issueOf(a), await fixture.issueOf(b)];
  const merge = await fixture.request({ operation: 'merge', targetId: target, sourceIds: [source] });
  await fixture.send('B', { user: '3' });
  await fixture.drain();

  expect((await fixture.issues()).map(({ eventCount, userCount }) => [eventCount, userCount])).toEqual([[4, 3]]);
  expect(await fixture.state.mergedInto(source)).toBe(target);
  await fixture.expectExact();
  const found = await fixture.state.matchingIssues({
    projectIds: [fixture.projectId],
    ids: null,
    where: { text: ['runB'], whole: true, in: null },
    time: 'last-seen',
  });
  expect(found.map(({ id }) => id)).toEqual([target]);
  const kinds = async (id: IssueId) => (await fixture.state.activityOf(id)).map(({ kind }) => kind);
  expect(await kinds(target)).toEqual(['merged', 'first-seen']);
  expect(await kinds(source)).toEqual(['merged-away', 'first-seen']);

  await fixture.request({ operation: 'undo', of: merge });
  await fixture.request({ operation: 'undo', of: merge });
  await fixture.drain();
  const counts = (await fixture.issues()).map(({ id, eventCount }) => [id, eventCount] as const);
  expect(new Map(counts)).toEqual(
    new Map([
      [target, 1],
      [source, 3],
    ]),
  );
  expect(await fixture.state.mergedInto(source)).toBe(source);
  await fixture.expectExact();
  expect(await kinds(source)).toEqual(['undone', 'merged-away', 'first-seen']);
});

test('an issue whose events all moved away is not new when another event arrives', async () => {
  const event = { environment: 'production', release: '1.0' };
  const first = await fixture.send('A', event);
  await fixture.drain();
  const issueId = await fixture.issueOf(first);
  await fixture.request({
    operation: 'split-events',
    issueId,
    events: [{ eventId: first, hash: await fixture.hashOf(first) }],
  });
  await fixture.drain();
  const archived = { ...initialState(0), status: 'archived', substate: null, archive: { until: 'forever' } } as const;
  await fixture.state.write((tx) => tx.updateIssues([{ id: issueId, state: archived }]));
  await fixture.send('A', event);
  await fixture.drain();

  const issue = (await fixture.state.issueById(issueId))!;
  expect([issue.eventCount, issue.status]).toEqual([1, 'archived']);
  const kinds = (await fixture.state.activityOf(issueId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'first-seen')).toEqual(['first-seen']);
  const published = (await fixture.state.outboxAfter(0, 1000)).filter((row) => row.issueId === issueId);
  expect(published.map(({ kind }) => kind)).toEqual(['issue-created', 'issue-first-seen-in', 'issue-split']);
});

test('a first-seen environment or release is published once, also after a merge, a split and an undo', async () => {
  let position = 0;
  const firstSeen = async () => {
    await fixture.drain();
    const rows = await fixture.state.outboxAfter(position, 1000);
    position = rows.at(-1)!.id;
    return rows.flatMap((row) =>
      row.kind === 'issue-first-seen-in' ? [[row.issueId, ...row.environments, ...row.releases]] : [],
    );
  };
  const a = await fixture.send('A', { environment: 'production', release: '1.0' });
  const b = await fixture.send('B', { environment: 'staging', release: '2.0' });
  await fixture.drain();
  const [one, two] = [await fixture.issueOf(a), await fixture.issueOf(b)];
  expect(await firstSeen()).toEqual([
    [one, 'production', '1.0'],
    [two, 'staging', '2.0'],
  ]);
  const merge = await fixture.request({ operation: 'merge', targetId: one, sourceIds: [two] });
  await fixture.send('A', { environment: 'staging', release: '2.0' });
  await fixture.send('B', { environment: 'production', release: '1.0' });
  expect(await firstSeen()).toEqual([]);
  await fixture.request({ operation: 'undo', of: merge });
  await fixture.send('B', { environment: 'production', release: '2.0' });
  expect(await firstSeen()).toEqual([]);
  await fixture.send('B', { environment: 'dev', release: '1.0' });
  expect(await firstSeen()).toEqual([[two, 'dev']]);

  await fixture.request({ operation: 'merge', targetId: one, sourceIds: [two] });
  await fixture.request({ operation: 'split', issueId: one, hashes: [await fixture.hashOf(b)] });
  await fixture.drain();
  const split = await fixture.issueOf(b);
  await fixture.send('A', { environment: 'dev', release: '2.0' });
  await fixture.send('B', { environment: 'dev', release: '3.0' });
  expect(await firstSeen()).toEqual([
    [one, 'dev'],
    [split, '3.0'],
  ]);
});

test('new events of a split hash go to the new issue; splitting a single event moves no new events', async () => {
  const a = await fixture.send('A', { user: '1' });
  const b = await fixture.send('B', { user: '2' });
  await fixture.drain();
  const issue = await fixture.issueOf(a);
  await fixture.request({ operation: 'merge', targetId: issue, sourceIds: [await fixture.issueOf(b)] });
  await fixture.drain();
  const split = await fixture.request({
    operation: 'split',
    issueId: issue,
    hashes: [await fixture.hashOf(b), 'of nobody'],
  });
  const later = await fixture.send('B');
  await fixture.drain();
  expect(await fixture.issueOf(later)).toBe(await fixture.issueOf(b));
  expect(await fixture.issueOf(later)).not.toBe(issue);
  await fixture.expectExact();

  const events = [{ eventId: later, hash: await fixture.hashOf(later) }];
  const single = await fixture.request({ operation: 'split-events', issueId: await fixture.issueOf(b), events });
  const last = await fixture.send('B');
  await fixture.drain();
  expect(await fixture.issueOf(later)).not.toBe(await fixture.issueOf(b));
  expect(await fixture.issueOf(last)).toBe(await fixture.issueOf(b));
  await fixture.expectExact();

  await fixture.request({ operation: 'undo', of: single });
  await fixture.request({ operation: 'undo', of: split });
  await fixture.drain();
  expect((await fixture.issues()).map(({ id, eventCount }) => [id, eventCount])).toEqual([[issue, 4]]);
  await fixture.expectExact();
});

test('undoing a split keeps its issue while an event there has no earlier hash to return to', async () => {
  const [a, b] = [await fixture.send('A'), await fixture.send('B')];
  await fixture.drain();
  const hashOfA = await fixture.hashOf(a);
  await fixture.map(b, 'x'.repeat(32));
  const follow = await fixture.request(await fixture.sourceMapOperation(await fixture.issueOf(b)));
  await fixture.drain();
  await fixture.request({
    operation: 'merge',
    targetId: await fixture.issueOf(a),
    sourceIds: [await fixture.issueOf(b)],
  });
  await fixture.drain();
  const events = [
    { eventId: a, hash: hashOfA },
    { eventId: b, hash: 'x'.repeat(32) },
  ];
  const split = await fixture.request({ operation: 'split-events', issueId: await fixture.issueOf(a), events });
  await fixture.drain();
  const created = await fixture.issueOf(b);
  await fixture.request({ operation: 'undo', of: follow });
  await fixture.request({ operation: 'undo', of: split });
  await fixture.drain();
  expect(await fixture.issueOf(a)).not.toBe(created);
  expect(await fixture.issueOf(b)).toBe(created);
  expect(await fixture.state.mergedInto(created)).toBe(created);
  await fixture.expectExact();
});

test('a regroup by source map moves events to an existing or a new issue, and an undo returns them all', async () => {
  const sent = [];
  for (let n = 0; n < 7; n++) sent.push(await fixture.send('A', { user: String(n % 3) }));
  await fixture.drain();
  const b = await fixture.send('B');
  await fixture.drain();
  const [first, second] = [await fixture.issueOf(sent[0]!), await fixture.issueOf(b)];
  const [hashOfA, hashOfB] = [await fixture.hashOf(sent[0]!), await fixture.hashOf(b)];
  // Three of its events are one bug, two are another, one is B's, and one has no map.
  for (const n of [0, 1, 2]) await fixture.map(sent[n]!, 'x'.repeat(32));
  for (const n of [3, 4]) await fixture.map(sent[n]!, 'y'.repeat(32));
  await fixture.map(sent[5]!, hashOfB);
  const follow = await fixture.request(await fixture.sourceMapOperation(first));
  await fixture.drain();
  const third = await fixture.issueOf(sent[3]!);
  expect((await fixture.issues()).map(({ id, eventCount }) => [id, eventCount])).toEqual([
    [first, 4],
    [second, 2],
    [third, 2],
  ]);
  await fixture.expectExact();
  expect(await fixture.state.issuesByHash(fixture.projectId, ['x'.repeat(32), hashOfA])).toEqual(
    new Map([
      ['x'.repeat(32), first],
      [hashOfA, first],
    ]),
  );
  expect(await fixture.sourceMapOperation(first)).toMatchObject({ groups: [], ownHash: null });
  const newestActivity = async (id: IssueId) => (await fixture.state.activityOf(id))[0];
  expect(await newestActivity(first)).toMatchObject({ kind: 'regrouped-to', regroupId: follow, events: 6 });
  expect(await newestActivity(third)).toMatchObject({ kind: 'regrouped-from', events: 2, from: { id: first } });

  await fixture.request({ operation: 'undo', of: follow });
  await fixture.drain();
  expect((await fixture.issues()).map(({ id, eventCount }) => [id, eventCount])).toEqual([
    [first, 7],
    [second, 1],
  ]);
  expect(await fixture.state.mergedInto(third)).toBe(first);
  expect(await fixture.state.issuesByHash(fixture.projectId, ['x'.repeat(32), 'y'.repeat(32)])).toEqual(new Map());
  expect((await fixture.sourceMapOperation(first)) as object).toMatchObject({ ownHash: 'x'.repeat(32) });
  await fixture.expectExact();
});

test('an issue whose events all regroup by source map redirects to the other issue, as do new events, until an undo', async () => {
  const a = [await fixture.send('A'), await fixture.send('A')];
  await fixture.drain();
  const b = await fixture.send('B');
  await fixture.drain();
  const [old, good] = [await fixture.issueOf(a[0]!), await fixture.issueOf(b)];
  for (const eventId of a) await fixture.map(eventId, await fixture.hashOf(b));
  const follow = await fixture.request(await fixture.sourceMapOperation(old));
  const later = await fixture.send('A');
  await fixture.drain();
  expect((await fixture.issues()).map(({ id, eventCount }) => [id, eventCount])).toEqual([[good, 4]]);
  expect(await fixture.state.mergedInto(old)).toBe(good);
  expect(await fixture.issueOf(later)).toBe(good);
  await fixture.expectExact();
  await fixture.request({ operation: 'undo', of: follow });
  await fixture.drain();
  expect(await fixture.state.mergedInto(old)).toBe(old);
  expect((await fixture.issues()).map(({ id, eventCount }) => [id, eventCount])).toEqual([
    [old, 3],
    [good, 1],
  ]);
  await fixture.expectExact();
});

test('a merge of a merged issue continues at its target, and cycles are impossible', async () => {
  const [a, b, c] = [await fixture.send('A'), await fixture.send('B'), await fixture.send('C')];
  await fixture.drain();
  const [one, two, three] = [await fixture.issueOf(a), await fixture.issueOf(b), await fixture.issueOf(c)];
  await fixture.request({ operation: 'merge', targetId: one, sourceIds: [two] });
  await fixture.request({ operation: 'merge', targetId: two, sourceIds: [one, three] });
  await fixture.request({ operation: 'merge', targetId: three, sourceIds: [one, two] });
  await fixture.drain();
  expect((await fixture.issues()).map(({ id }) => id)).toEqual([one]);
  expect(await fixture.state.mergedInto(three)).toBe(one);
  await fixture.expectExact();
});

test('a task has no outcome, and a failing task becomes a dead letter', async () => {
  await fixture.send('A');
  await fixture.journal.append({
    ...taskEntry('regroup', fixture.projectId, nowMs, {}),
    body: new TextEncoder().encode('not JSON'),
  });
  await fixture.send('B');
  await fixture.drain();
  const range = { fromMs: 0, toMs: nowMs * 2 };
  const ledger = await fixture.telemetry.query('ledgerTotals', { projectIds: [fixture.projectId], range });
  expect(ledger.map(({ itemKind, outcome, quantity }) => [itemKind, outcome, quantity])).toEqual([
    ['event', 'received', 2],
    ['event', 'stored', 2],
  ]);
  const [letter] = await fixture.journal.listDeadLetters(fixture.projectId, 10);
  expect(letter).toMatchObject({ itemKind: 'regroup', reason: 'error' });
}, 20_000);

describe('an interrupted operation', () => {
  const kinds = ['A', 'B', 'C', 'D'];
  const pick = fc.nat(99);
  const step = fc.oneof(
    fc.record({
      what: fc.constant('send' as const),
      kind: fc.constantFrom(...kinds),
      user: fc.constantFrom('', '1', '2'),
    }),
    fc.record({ what: fc.constant('merge' as const), target: pick, source: pick }),
    fc.record({ what: fc.constant('split' as const), event: pick }),
    fc.record({ what: fc.constant('split-event' as const), event: pick }),
    fc.record({ what: fc.constant('map' as const), event: pick, like: pick }),
    fc.record({ what: fc.constant('follow' as const), event: pick }),
    fc.record({ what: fc.constant('undo' as const), operation: pick }),
  );

  test('leaves exact numbers for any sequence of operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), fc.array(fc.boolean()), async (steps, cuts) => {
        const own = await openFixture();
        const [sent, operations]: [EventId[], string[]] = [[], []];
        for (const kind of kinds) sent.push(await own.send(kind, { user: kind, release: kind }));
        await own.drain();
        for (const [index, each] of steps.entries()) {
          const at = <T>(list: T[], number: number): T => list[number % list.length]!;
          if (each.what === 'send') sent.push(await own.send(each.kind, { user: each.user }));
          else if (each.what === 'merge') {
            const [targetId, sourceId] = [
              await own.issueOf(at(sent, each.target)),
              await own.issueOf(at(sent, each.source)),
            ];
            operations.push(await own.request({ operation: 'merge', targetId, sourceIds: [sourceId] }));
          } else if (each.what === 'map') {
            // An unused hash, or that of another event.
            const hash = each.like % 2 === 0 ? `mapped-${each.like % 3}` : await own.hashOf(at(sent, each.like));
            await own.map(at(sent, each.event), hash);
          } else if (each.what === 'follow') {
            operations.push(await own.request(await own.sourceMapOperation(await own.issueOf(at(sent, each.event)))));
          } else if (each.what === 'undo') {
            if (operations.length > 0) await own.request({ operation: 'undo', of: at(operations, each.operation) });
          } else {
            const eventId = at(sent, each.event);
            const [issueId, hash] = [await own.issueOf(eventId), await own.hashOf(eventId)];
            operations.push(
              await own.request(
                each.what === 'split'
                  ? { operation: 'split', issueId, hashes: [hash] }
                  : { operation: 'split-events', issueId, events: [{ eventId, hash }] },
              ),
            );
          }
          // Telemetry has the changes, and state fails once: as after a crash in between, the operation runs again.
          await own.drain(cuts[index] ? { state: failingOnce(own.state) } : {});
        }
        await own.expectExact();
      }),
      // Shrinking takes minutes; the seed and path of a failure repeat it.
      { numRuns: 40, endOnFailure: true },
    );
  }, 120_000);
});
