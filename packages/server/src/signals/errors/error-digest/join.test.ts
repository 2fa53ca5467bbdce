import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventId } from '@seismo/protocol';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { taskEntry } from '#journal/tasks.ts';
import { decodeBody } from '#store/bodies/body.ts';
import { failingOnce } from '../../../testing/drain.ts';
import { errorOf, eventEnvelope, eventIdOf, nowMs, openPipeline } from '../../../testing/pipeline.ts';
import { digestHash } from '#domain/error-digest/join.ts';

const nowS = nowMs / 1000;
const envelopes = join(import.meta.dirname, '../../../../../../tests/golden/envelopes');

let fixture: Fixture;
beforeEach(async () => void (fixture = await openFixture()));

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A pipeline that numbers the events it is sent, each a second after the one before. */
async function openFixture() {
  const pipeline = await openPipeline();
  let events = 0;
  const send = async (payload: object, to = pipeline.projectId): Promise<EventId> => {
    const eventId = eventIdOf(++events);
    await pipeline.send(eventEnvelope({ event_id: eventId, timestamp: nowS - 1_000 + events, ...payload }), to);
    return eventId;
  };
  return { ...pipeline, send };
}

/** The server's report: it has the error. */
function error(kind: string, digest: string, more: object = {}) {
  const contexts = { nextjs: { digest, route_type: 'render' } };
  return { platform: 'node', contexts, exception: errorOf(kind), ...more };
}

/** The browser's report: it has only the digest. */
function browserError(digest: string | null, more: object = {}) {
  const value =
    'Minified React error #441; visit https://react.dev/errors/441 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.';
  return {
    platform: 'javascript',
    ...(digest !== null && { contexts: { nextjs: { digest } } }),
    exception: { values: [{ type: 'Error', value }] },
    ...more,
  };
}

test("a redacted browser error joins the server's issue, which keeps its name", async () => {
  await fixture.send(error('Invoice', '4711', { user: { id: '1' }, level: 'fatal' }));
  await fixture.drain();
  const browser = await fixture.send(browserError('4711', { user: { id: '2' }, release: 'shop@2' }));
  await fixture.drain();
  const [issue, ...others] = await fixture.issues();
  expect(others).toEqual([]);
  expect(issue).toMatchObject({
    type: 'InvoiceError',
    level: 'fatal',
    eventCount: 2,
    userCount: 2,
    lastRelease: 'shop@2',
  });
  const row = await fixture.eventOf(browser);
  expect(row).toMatchObject({ issueId: issue!.id, title: 'Server error: digest 4711', hash: digestHash('4711') });
  const { grouping } = await decodeBody(row.body);
  expect(grouping).toMatchObject({ method: 'digest', summary: expect.stringContaining('Joined by digest 4711') });
  expect(grouping.components[0]).toMatchObject({ kind: 'digest', value: '4711', contributes: true });
  expect(grouping.components.slice(1).some(({ contributes }) => contributes)).toBe(false);
});

test('the error page of a Pages Router joins as well', async () => {
  const values = [{ type: 'Error', value: 'The server could not render this page; its digest leads to the error.' }];
  await fixture.send(error('Invoice', '4711'));
  await fixture.send(browserError('4711', { exception: { values } }));
  await fixture.drain();
  expect((await fixture.issues()).map(({ type, eventCount }) => [type, eventCount])).toEqual([['InvoiceError', 2]]);
});

test('it also joins in one batch, with the browser first', async () => {
  await fixture.send(browserError('4711'));
  await fixture.send(error('Invoice', '4711'));
  await fixture.send(browserError('4711'));
  await fixture.drain();
  expect((await fixture.issues()).map(({ type, eventCount }) => [type, eventCount])).toEqual([['InvoiceError', 3]]);
});

test('events that came before the error move to its issue, and the name they had leads there', async () => {
  const early = await fixture.send(browserError('4711', { user: { id: '1' } }));
  await fixture.send(browserError('4711', { user: { id: '2' } }));
  await fixture.drain();
  const [alone] = await fixture.issues();
  expect(alone).toMatchObject({ type: 'Server error', value: 'digest 4711', eventCount: 2 });
  const server = await fixture.send(error('Invoice', '4711', { user: { id: '2' } }));
  await fixture.drain();
  const issues = await fixture.issues();
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({ type: 'InvoiceError', eventCount: 3, userCount: 2 });
  expect((await fixture.eventOf(early)).issueId).toBe((await fixture.eventOf(server)).issueId);
  expect(await fixture.state.mergedInto(alone!.id)).toBe(issues[0]!.id);
  const [activity] = await fixture.state.activityOf(issues[0]!.id);
  expect(activity).toMatchObject({ kind: 'merged', userId: null, digest: '4711', from: [{ shortId: alone!.shortId }] });

  // Further events request nothing more, and undoing the merge is permanent.
  if (activity?.kind !== 'merged') throw new Error('it is a merge');
  const undo = { operation: 'undo', of: activity.regroupId, id: 'f'.repeat(32), by: null, atMs: nowMs };
  await fixture.journal.append(taskEntry('regroup', fixture.projectId, nowMs, undo));
  await fixture.send(error('Invoice', '4711'));
  await fixture.send(browserError('4711'));
  await fixture.drain();
  expect((await fixture.issues()).map(({ type, eventCount }) => [type, eventCount])).toEqual([
    ['Server error', 3],
    ['InvoiceError', 2],
  ]);
});

test('both sides of an error recorded with @sentry/nextjs form one issue, in either order', async () => {
  const [server, browser] = ['server-static.08-event', 'client-static.09-event'].map((name) => {
    const body = readFileSync(join(envelopes, `nextjs--11.8.0--${name}.envelope`), 'utf8');
    const { event_id: _, timestamp: at, breadcrumbs, ...event } = JSON.parse(body.split('\n')[2]!);
    // At the time of the test.
    const moved = breadcrumbs.map((each: { timestamp: number }) => ({
      ...each,
      timestamp: each.timestamp - at + nowS,
    }));
    return { ...event, timestamp: nowS, breadcrumbs: moved };
  });
  for (const [index, events] of [
    [browser, server],
    [server, browser],
  ].entries()) {
    const project = index === 0 ? fixture.projectId : fixture.otherId;
    for (const event of events) {
      await fixture.send(event, project);
      await fixture.drain();
    }
    const found = await fixture.issues(project);
    expect(found.map(({ type, value, eventCount }) => [type, value, eventCount])).toEqual([
      ['TypeError', 'streamed part failed', 2],
    ]);
  }
});

test('the first of two errors with one digest owns it, also when it is sent again', async () => {
  await fixture.send(error('First', 'CART'));
  await fixture.drain();
  await fixture.send(error('Second', 'CART'));
  await fixture.send(browserError('CART'));
  await fixture.drain();
  await fixture.send(error('Second', 'CART'));
  await fixture.send(browserError('CART'));
  await fixture.drain();
  const counts = (await fixture.issues()).map(({ type, eventCount }) => [type, eventCount]);
  expect(Object.fromEntries(counts)).toEqual({ FirstError: 3, SecondError: 2 });
});

test('projects are independent', async () => {
  await fixture.send(error('Invoice', '4711'), fixture.otherId);
  const browser = await fixture.send(browserError('4711'));
  await fixture.drain();
  expect((await fixture.issues()).map(({ type }) => type)).toEqual(['Server error']);
  expect((await fixture.issues(fixture.otherId)).map(({ eventCount }) => eventCount)).toEqual([1]);
  expect((await fixture.eventOf(browser)).projectId).toBe(fixture.projectId);
});

test('different digests are different issues, and without a digest grouping is as it was', async () => {
  for (const digest of ['1', '2', null, null]) await fixture.send(browserError(digest));
  await fixture.drain();
  const issues = await fixture.issues();
  expect(issues.map(({ value, eventCount }) => [value.slice(0, 20), eventCount])).toEqual([
    ['digest 1', 1],
    ['digest 2', 1],
    ['An error occurred in', 2],
  ]);
});

test('a fingerprint that a client set decides, and an error of the browser itself claims nothing', async () => {
  const set = await fixture.send(browserError('4711', { fingerprint: ['mine'] }));
  await fixture.send(error('Invoice', '4711'));
  await fixture.drain();
  expect((await decodeBody((await fixture.eventOf(set)).body)).grouping.method).toBe('fingerprint');
  expect(await fixture.issues()).toHaveLength(2);
});

test('every digest is in one issue with exact numbers, for any order and interruption', async () => {
  const step = fc.record({
    what: fc.constantFrom('error', 'browser', 'browser'),
    digest: fc.constantFrom('1', '2', '3'),
    user: fc.constantFrom('a', 'b'),
    drain: fc.boolean(),
    cut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const own = await openFixture();
      for (const { what, digest, user, drain, cut } of steps) {
        const more = { user: { id: user } };
        // Errors of the digests 1 and 2 are one issue.
        const kind = digest === '3' ? 'B' : 'A';
        await own.send(what === 'error' ? error(kind, digest, more) : browserError(digest, more));
        if (drain) await own.drain(cut ? { state: failingOnce(own.state) } : {});
      }
      await own.drain();
      const { projectId } = own;
      const events = await own.telemetry.query('eventsOfProject', { projectId, where: null, before: null, count: 99 });
      const issueByHash = await own.state.issuesByHash(projectId, [...new Set(events.map(({ hash }) => hash))]);
      for (const event of events) expect(event.issueId).toBe(issueByHash.get(event.hash));
      const known = new Set(steps.filter(({ what }) => what === 'error').map(({ digest }) => digest));
      for (const { digest } of steps.filter((each) => known.has(each.digest))) {
        const ofDigest = events.filter((event) => event.tags['digest'] === digest);
        expect(new Set(ofDigest.map(({ issueId }) => issueId)).size, digest).toBe(1);
      }
      const issues = await own.issues();
      expect(new Set(issues.map(({ id }) => id))).toEqual(new Set(events.map(({ issueId }) => issueId)));
      for (const issue of issues) {
        const ofIssue = events.filter(({ issueId }) => issueId === issue.id);
        expect(issue).toMatchObject({
          eventCount: ofIssue.length,
          userCount: new Set(ofIssue.map(({ userKey }) => userKey)).size,
        });
        const named = ofIssue.some(({ title }) => !title.startsWith('Server error'));
        expect(issue.type === 'Server error', issue.shortId).toBe(!named);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
