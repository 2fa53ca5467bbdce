import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, readEnvelope, writeEnvelope, type EventId } from '@seismo/protocol';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { taskEntry } from '#journal/tasks.ts';
import type { Feedback } from '#store/state/contract.ts';
import { cpuMs } from '../../testing/cpu.ts';
import { failingOnce } from '../../testing/drain.ts';
import { Ended } from '#pipeline/steps.ts';
import { itemOf } from '../../testing/items.ts';
import { errorOf, eventEnvelope, nowMs, openPipeline } from '../../testing/pipeline.ts';
import { feedbackSteps } from './steps.ts';

const envelopes = join(import.meta.dirname, '../../../../../tests/golden/envelopes');
const idOf = (mark: string) => mark.repeat(32) as EventId;

let fixture: Fixture;
beforeEach(async () => void (fixture = await openFixture()));

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A pipeline that takes in errors and feedback about them. */
async function openFixture() {
  const pipeline = await openPipeline();
  const { state, journal } = pipeline;
  const send = (body: Uint8Array | string, to = pipeline.projectId) =>
    pipeline.send(body, to, { clientAddress: '203.0.113.9' });
  const say = (mark: string, feedback: object, more: object = {}, to = pipeline.projectId) => {
    const event = { event_id: idOf(mark), type: 'feedback', contexts: { feedback }, ...more };
    return send(`{"event_id":"${idOf(mark)}"}\n{"type":"feedback"}\n${JSON.stringify(event)}`, to);
  };
  const happen = (mark: string, kind: string, more: object = {}, to = pipeline.projectId) =>
    send(eventEnvelope({ event_id: idOf(mark), platform: 'node', exception: errorOf(kind), ...more }), to);
  const storedFeedback = (projectId = pipeline.projectId): Promise<Feedback[]> =>
    state.listFeedback({
      projectIds: [projectId],
      environments: [],
      issueId: null,
      range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
      words: [],
      status: null,
      before: null,
      count: 100,
    });
  const issueOf = async (feedback: Feedback | undefined) =>
    feedback?.issueId ? (await state.issueById(feedback.issueId))!.type : null;
  const ledger = async () =>
    Object.fromEntries(
      Object.entries(await pipeline.ledger()).filter(([name]) => !/^session |^\S+ received$/.test(name)),
    );
  const regroup = (task: object) =>
    journal.append(taskEntry('regroup', pipeline.projectId, nowMs, { by: null, atMs: nowMs, ...task }));
  return { ...pipeline, send, say, happen, storedFeedback, issueOf, ledger, regroup };
}

function recorded(name: string): Uint8Array {
  const envelope = readEnvelope(readFileSync(join(envelopes, `${name}.envelope`)));
  return writeEnvelope(envelope.header, envelope.items);
}

describe('data of real SDKs', () => {
  test('has its author, page and event', async () => {
    for (const part of ['02-event', '03-feedback', '04-feedback'])
      await fixture.send(recorded(`browser--11.12.0--feedback.${part}`));
    await fixture.drain();
    const feedback = await fixture.storedFeedback();
    const [first, second] = ['It is broken', 'sent through sendFeedback'].map((text) =>
      feedback.find(({ message }) => message === text),
    );
    expect(first).toMatchObject({
      eventId: '0e300dd6f0154525b61739499ece7a6d',
      source: 'api',
      release: 'shop-web@5.1.0',
    });
    expect(await fixture.issueOf(first)).toBe('Error');
    expect(second).toMatchObject({
      message: 'sent through sendFeedback',
      name: 'Bo',
      email: 'bo@example.test',
      url: expect.stringContaining('http://127.0.0.1:9411/shop?scen=feedback'),
      environment: 'staging',
      status: 'open',
      issueId: null,
      traceId: '9da1afea18d04358a36dac14688ba617',
      tags: { 'browser.name': 'Chrome', dist: 'web-1' },
    });
    expect(await fixture.ledger()).toEqual({ 'event stored': 1, 'feedback stored': 2 });
  });

  test('finds its event when the event arrives later, and keeps its screenshot', async () => {
    await fixture.send(recorded('node--10.78.0--feedback.01-feedback+attachment'));
    await fixture.drain();
    const [early] = await fixture.storedFeedback();
    expect(early).toMatchObject({ message: 'The pay button is broken', name: 'Ana', issueId: null });
    const attachments = await fixture.telemetry.query('attachmentsOfEvent', {
      projectId: fixture.projectId,
      eventId: early!.feedbackId,
    });
    expect(attachments.map(({ filename }) => filename)).toEqual(['shot.png']);
    await fixture.send(recorded('node--10.78.0--feedback.03-event'));
    await fixture.drain();
    const [joined] = await fixture.storedFeedback();
    expect(joined!.issueId).toBe(
      (await fixture.state.issuesByHash(fixture.projectId, [joined!.eventHash!])).get(joined!.eventHash!),
    );
    expect(joined!.issueId).not.toBeNull();
  });

  test('as a report of older versions becomes one feedback about its event, also when repeated', async () => {
    for (const part of ['03-event', '06-user_report', '06-user_report']) {
      await fixture.send(recorded(`browser--8.55.2--feedback.${part}`));
    }
    await fixture.drain();
    await fixture.send(recorded('browser--8.55.2--feedback.06-user_report'));
    await fixture.drain();
    const [only, ...more] = await fixture.storedFeedback();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ message: 'old style', name: 'Bo', email: 'bo@example.test', source: 'user_report' });
    expect(await fixture.issueOf(only)).toBe('Error');
    expect(await fixture.ledger()).toEqual({
      'event stored': 1,
      'user_report stored': 1,
      'user_report duplicate:event-id': 2,
    });
  });
});

describe('joined to issues', () => {
  test('matches within a batch, in either order, and never across projects', async () => {
    await fixture.say('a', { message: 'first', associated_event_id: idOf('1') });
    await fixture.happen('1', 'Cart');
    await fixture.say('b', { message: 'second', associated_event_id: idOf('1') });
    await fixture.say('c', { message: 'elsewhere', associated_event_id: idOf('1') }, {}, fixture.otherId);
    await fixture.drain();
    expect(await Promise.all((await fixture.storedFeedback()).map(fixture.issueOf))).toEqual([
      'CartError',
      'CartError',
    ]);
    expect((await fixture.storedFeedback(fixture.otherId)).map(({ issueId }) => issueId)).toEqual([null]);
    await fixture.happen('2', 'Cart', {}, fixture.otherId);
    await fixture.drain();
    expect((await fixture.storedFeedback(fixture.otherId)).map(({ issueId }) => issueId)).toEqual([null]);
  });

  test('by the digest that the visitor saw, where the event of the browser never came', async () => {
    await fixture.say('a', { message: 'It says 4711', associated_event_id: idOf('9') }, { tags: { digest: '4711' } });
    await fixture.drain();
    expect((await fixture.storedFeedback())[0]).toMatchObject({ digest: '4711', issueId: null });
    await fixture.happen('1', 'Invoice', { contexts: { nextjs: { digest: '4711' } } });
    await fixture.drain();
    expect(await fixture.issueOf((await fixture.storedFeedback())[0])).toBe('InvoiceError');
  });

  test('follows a merge, a split and an undo', async () => {
    await fixture.happen('1', 'Cart');
    await fixture.happen('2', 'Cart');
    await fixture.happen('3', 'Other');
    await fixture.say('a', { message: 'mine', associated_event_id: idOf('1') });
    await fixture.drain();
    const mine = async () => (await fixture.storedFeedback())[0]!;
    const [cart, hash] = [(await mine()).issueId!, (await mine()).eventHash!];
    const inWeb = { projectIds: [fixture.projectId], eventId: idOf('3') };
    const other = (await fixture.telemetry.query('findEvent', inWeb))[0]!.issueId;
    await fixture.regroup({ id: 'aa', operation: 'merge', targetId: other, sourceIds: [cart] });
    await fixture.drain();
    expect((await mine()).issueId).toBe(other);
    await fixture.regroup({ id: 'bb', operation: 'undo', of: 'aa' });
    await fixture.regroup({
      id: 'cc',
      operation: 'split-events',
      issueId: cart,
      events: [{ eventId: idOf('1'), hash }],
    });
    await fixture.drain();
    const split = (await mine()).issueId;
    expect([cart, other, null]).not.toContain(split);
    await fixture.regroup({ id: 'dd', operation: 'undo', of: 'cc' });
    await fixture.drain();
    expect(await mine()).toMatchObject({ issueId: cart, eventHash: hash });
  });

  test('is stored once and joined after an interruption at any step', async () => {
    const step = fc.record({
      mark: fc.constantFrom('a', 'b', 'c'),
      event: fc.constantFrom('1', '2'),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const own = await openFixture();
        for (const { mark, event, cut } of steps) {
          await own.say(mark, { message: 'x', associated_event_id: idOf(event) });
          await own.happen(event, `Kind${event}`);
          if (cut) await own.drain({ state: failingOnce(own.state) });
        }
        await own.drain();
        const feedback = await own.storedFeedback();
        expect(feedback.length).toBe(new Set(steps.map(({ mark }) => mark)).size);
        for (const each of feedback) {
          const first = steps.find(({ mark }) => idOf(mark) === each.feedbackId)!;
          expect(await own.issueOf(each)).toBe(`Kind${first.event}Error`);
        }
        const { 'feedback stored': stored, 'feedback duplicate:event-id': duplicate = 0 } = await own.ledger();
        expect([stored, stored! + duplicate]).toEqual([feedback.length, steps.length]);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

describe('untrusted feedback', () => {
  test.each([
    ['nothing', {}, 'invalid:no-message'],
    ['a blank message', { contexts: { feedback: { message: ' \n ' } } }, 'invalid:no-message'],
    ['a list', { contexts: { feedback: ['x'] } }, 'invalid:no-message'],
    ['a message that is none', { contexts: { feedback: { message: { toString: 'x' } } } }, 'invalid:no-message'],
    ['an invalid ID', { event_id: 'x', contexts: { feedback: { message: 'x' } } }, 'invalid:event-id'],
  ])('%s ends as what it is', async (_what, payload, disposition) => {
    await fixture.send(`{}\n{"type":"feedback"}\n${JSON.stringify(payload)}`);
    await fixture.drain();
    expect(await fixture.ledger()).toEqual({ [`feedback ${disposition}`]: 1 });
    expect(await fixture.storedFeedback()).toEqual([]);
  });

  test('is sanitized: cut, as text, without invalid IDs', async () => {
    const long = 'x'.repeat(limits.FEEDBACK_MESSAGE_CHARS_MAX + 100);
    await fixture.say('a', {
      message: `<b>\0\ud800${long}`,
      name: 7,
      contact_email: ['a'],
      url: 'javascript:alert(1)',
      associated_event_id: "' or 1=1",
      replay_id: {},
      source: 's'.repeat(500),
    });
    await fixture.send(
      `{}\n{"type":"feedback"}\n{"__proto__":{"contexts":1},"contexts":{"__proto__":{"feedback":{"message":"x"}}}}`,
    );
    await fixture.drain();
    const [only] = await fixture.storedFeedback();
    expect(only).toMatchObject({ name: '7', email: '', url: 'javascript:alert(1)', eventId: null, replayId: '' });
    expect(only!.message).toHaveLength(limits.FEEDBACK_MESSAGE_CHARS_MAX);
    expect(only!.message.startsWith('<b>\uFFFD\uFFFDxx')).toBe(true);
    expect(only!.source).toHaveLength(limits.SHORT_NAME_CHARS_MAX);
    expect(await fixture.ledger()).toEqual({ 'feedback stored': 1, 'feedback invalid:no-message': 1 });
  });

  test('too much of it is refused before anything reads it', async () => {
    const report = (bytes: number) => `{"comments":"${'x'.repeat(bytes)}"}`;
    await fixture.send(`{}\n{"type":"user_report"}\n${report(limits.USER_REPORT_BYTES_MAX)}`);
    await fixture.send(`{}\n{"type":"feedback"}\n${report(limits.FEEDBACK_BYTES_MAX)}`);
    await fixture.drain();
    expect(await fixture.ledger()).toEqual({ 'user_report too-large:item': 1, 'feedback too-large:item': 1 });
  });

  test('with worst-case text takes bounded time', () => {
    for (const unit of ['a@', '4111 1111 ', ' \n', '="', '://x@', '🙈']) {
      const message = unit.repeat(900_000 / unit.length);
      const payload = new TextEncoder().encode(JSON.stringify({ contexts: { feedback: { message, url: message } } }));
      const once = () => {
        let work: unknown = itemOf('feedback', payload);
        for (const { step } of feedbackSteps.list) if ((work = step(work)) instanceof Ended) break;
      };
      expect(cpuMs(once), unit).toBeLessThan(300);
    }
  });

  test('loses secrets and fields that the project does not store', async () => {
    const privacy = {
      rules: [{ type: 'email', pattern: '', source: 'contexts.feedback.contact_email', method: 'mask' }],
    };
    const facts = { projectId: fixture.otherId, name: 'privacy' as const, userId: null, atMs: nowMs };
    await fixture.state.write((tx) => tx.writeConfiguration({ ...facts, document: privacy }));
    const feedback = { message: 'my card is 4111 1111 1111 1111', contact_email: 'ana@example.test' };
    await fixture.say('a', feedback);
    await fixture.say('a', feedback, {}, fixture.otherId);
    await fixture.drain();
    const [[plain], [masked]] = [await fixture.storedFeedback(), await fixture.storedFeedback(fixture.otherId)];
    expect(plain).toMatchObject({ message: 'my card is [Filtered]', email: 'ana@example.test' });
    expect(masked!.email).toBe('***@*******.****');
  });

  test('is discarded from filtered senders', async () => {
    const facts = { projectId: fixture.projectId, name: 'filters' as const, userId: null, atMs: nowMs };
    await fixture.state.write((tx) => tx.writeConfiguration({ ...facts, document: { addresses: ['203.0.113.0/24'] } }));
    await fixture.say('a', { message: 'buy now' });
    await fixture.drain();
    expect(await fixture.ledger()).toEqual({ 'feedback filtered:address': 1 });
  });
});
