import assert from 'node:assert/strict';
import { pluck } from '../testing/pluck.ts';
import type { ProjectId } from '@seismo/protocol';
import { lanePositions } from '#platform/lanes.ts';
import type { Journal, JournalEntry, NewDeadLetter, ReadLimits } from './contract.ts';

export type OpenJournal = (options?: { deadLetterBytesMax: number }) => Promise<Journal>;

const promises: Record<string, (journal: Journal) => Promise<void>> = {
  'gives sequences from 1 that grow by one, in the order of the appends': async (journal) => {
    const given = await Promise.all([1, 2, 3].map((at) => journal.append(entry({ receivedAtMs: at }))));
    assert.deepEqual(given, [1, 2, 3]);
    assert.equal(await journal.append(entry({})), 4);
    const records = await journal.read(everything);
    assert.deepEqual(pluck(records, 'receivedAtMs'), [1, 2, 3, 1_000]);
  },

  'gives back an entry as it was appended': async (journal) => {
    const full = entry({
      kind: 'refusals',
      keyId: 12,
      clientAddress: '2001:db8::1',
      userAgent: 'curl/8 "quoted" \u00e9',
      limitedCategories: ['error', 'session'],
      replayOf: { reason: 'stuck' },
    });
    await journal.append({ ...full, body: bytes('\u0000\u00ff any bytes') });
    await journal.append(entry({ body: new Uint8Array(0) }));
    const [first, second] = await journal.read(everything);
    assert.deepEqual(first, { ...full, body: bytes('\u0000\u00ff any bytes'), sequence: 1, tries: 0 });
    assert.equal(second!.body.byteLength, 0);
    assert.deepEqual([second!.clientAddress, second!.userAgent, second!.replayOf], [null, null, null]);
  },

  'stores exactly the bytes of a body that is a view into a larger buffer': async (journal) => {
    const whole = bytes('before|body|after');
    const bodies = [whole.subarray(7, 11), Buffer.from('pooled'), bytes('x'.repeat(100_000))];
    await Promise.all(bodies.map((body) => journal.append(entry({ body }))));
    const records = await journal.read(everything);
    assert.deepEqual(
      records.map(({ body }) => Buffer.from(body).toString()),
      ['body', 'pooled', 'x'.repeat(100_000)],
    );
  },

  'loses none of many appends made at once and some made later': async (journal) => {
    const first = Array.from({ length: 1500 }, (_, at) => journal.append(entry({ receivedAtMs: at })));
    await first[0];
    const later = Array.from({ length: 1500 }, (_, at) => journal.append(entry({ receivedAtMs: 1500 + at })));
    const sequences = await Promise.all([...first, ...later]);
    assert.deepEqual(
      sequences,
      sequences.map((_, at) => at + 1),
    );
    const records = await journal.read({ entriesMax: 5000, bytesMax: 1e9 });
    assert.deepEqual(
      pluck(records, 'receivedAtMs'),
      sequences.map((_, at) => at),
    );
  },

  'reads only entries that were not trimmed, up to the count': async (journal) => {
    await appendMany(journal, 5);
    await journal.trim(upTo(2), 2);
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 2, bytesMax: 1e9 }), [3, 4]);
    await journal.trim(upTo(5), 5);
    assert.deepEqual(await journal.read(everything), []);
  },

  'reads an equal share of each lane, and fills up with those that have more': async (journal) => {
    // 1 to 6 of a project that floods, then two of another and one of a third.
    await appendMany(journal, 6);
    for (const lane of [8, 8, 9]) await journal.append(entry({ projectId: lane as ProjectId }));
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 3, bytesMax: 1e9 }), [1, 7, 9]);
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 6, bytesMax: 1e9 }), [1, 2, 3, 7, 8, 9]);
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 7, bytesMax: 1e9 }), [1, 2, 3, 4, 7, 8, 9]);
    assert.deepEqual(await sequencesOf(journal, { ...everything, only: 8 as ProjectId }), [7, 8]);
    assert.deepEqual(await sequencesOf(journal, { ...everything, only: 10 as ProjectId }), []);
    assert.deepEqual(await sequencesOf(journal, { ...everything, except: [project, 9 as ProjectId] }), [7, 8]);
  },

  'reads what comes after positions that are not trimmed, and all of other lanes': async (journal) => {
    await appendMany(journal, 4);
    for (const lane of [8, 8, 9]) await journal.append(entry({ projectId: lane as ProjectId }));
    const after = [
      { lane: project, sequence: 3 },
      { lane: 8, sequence: 6 },
    ];
    assert.deepEqual(await sequencesOf(journal, { ...everything, after }), [4, 7]);
    assert.deepEqual(await sequencesOf(journal, { ...everything, after: [] }), [1, 2, 3, 4, 5, 6, 7]);
  },

  'shares the bytes of a read among lanes, too': async (journal) => {
    for (let sent = 0; sent < 4; sent++) await journal.append(entry({ body: new Uint8Array(10) }));
    await journal.append(entry({ projectId: other, body: new Uint8Array(10) }));
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 9, bytesMax: 30 }), [1, 2, 5]);
    // One entry is more than the share of its lane.
    assert.deepEqual(await sequencesOf(journal, { entriesMax: 9, bytesMax: 10 }), [1]);
  },

  'reads every lane in turn if there are more lanes than one read may have entries': async (journal) => {
    for (const lane of [1, 2, 3, 4, 5]) {
      for (let sent = 0; sent < 10; sent++) await journal.append(entry({ projectId: lane as ProjectId }));
    }
    const lanes: number[][] = [];
    for (let read = 1; read <= 5; read++) {
      const records = await journal.read({ entriesMax: 2, bytesMax: 1e9 });
      lanes.push(records.map(({ projectId }) => projectId));
      await journal.trim(lanePositions(records), read * 2);
    }
    assert.deepEqual(lanes, [
      [1, 2],
      [3, 4],
      [1, 5],
      [2, 3],
      [4, 5],
    ]);
  },

  'trims each lane through its position, and lanes that are not named through that of lane 0': async (journal) => {
    for (const lane of [7, 8, 9, 7, 8, 9]) await journal.append(entry({ projectId: lane as ProjectId }));
    await journal.trim([{ lane: 7, sequence: 4 }], 2);
    assert.deepEqual(await sequencesOf(journal, everything), [2, 3, 5, 6]);
    assert.deepEqual([(await journal.stats()).entries, (await journal.stats()).bytes], [4, 12]);
    const applied = [
      { lane: 0, sequence: 5 },
      { lane: 9, sequence: 1 },
    ];
    assert.deepEqual(await journal.waitingBytes(applied, 0), [{ projectId: 9, keyId: 0, bytes: 6 }]);
    await journal.trim(applied, 4);
    assert.deepEqual(await sequencesOf(journal, everything), [3, 6]);
  },

  'adds up the bytes of envelopes that wait, by project and key': async (journal) => {
    const of = (project: number, keyId: number, body: string) => ({
      projectId: project as ProjectId,
      keyId,
      body: bytes(body),
    });
    await journal.append(entry({ ...of(1, 1, 'before'), receivedAtMs: 10 }));
    await journal.append(entry({ ...of(1, 1, 'applied'), receivedAtMs: 20 }));
    await journal.append(entry({ ...of(1, 2, 'four'), receivedAtMs: 20 }));
    await journal.append(entry({ ...of(1, 1, 'three'), receivedAtMs: 20 }));
    await journal.append(entry({ ...of(1, 1, 'two'), receivedAtMs: 21 }));
    await journal.append(entry({ ...of(2, 3, 'other'), receivedAtMs: 21 }));
    await journal.append(entry({ ...of(2, 3, 'again'), receivedAtMs: 21, replayOf: { reason: 'error' } }));
    await journal.append(entry({ ...of(2, 0, '[]'), kind: 'refusals', receivedAtMs: 21 }));
    assert.deepEqual(await journal.waitingBytes([{ lane: 0, sequence: 2 }], 20), [
      { projectId: 1, keyId: 1, bytes: 8 },
      { projectId: 1, keyId: 2, bytes: 4 },
      { projectId: 2, keyId: 3, bytes: 5 },
    ]);
    assert.deepEqual(await journal.waitingBytes([], 22), []);
  },

  'reads up to the bytes, but always at least one entry': async (journal) => {
    for (const size of [10, 10, 100, 10]) await journal.append(entry({ body: new Uint8Array(size) }));
    assert.equal((await journal.read({ entriesMax: 10, bytesMax: 20 })).length, 2);
    assert.equal((await journal.read({ entriesMax: 10, bytesMax: 29 })).length, 2);
    // A read that stopped early leaves no open cursor that would delay a write.
    await journal.trim(upTo(2), 2);
    assert.equal((await journal.read({ entriesMax: 10, bytesMax: 5 })).length, 1);
    assert.equal(await journal.append(entry({})), 5);
  },

  'trims through a sequence and never gives a sequence twice': async (journal) => {
    await appendMany(journal, 4);
    await journal.trim(upTo(2), 2);
    assert.deepEqual(pluck(await journal.read(everything), 'sequence'), [3, 4]);
    await journal.trim(upTo(4), 4);
    await journal.trim(upTo(4), 4);
    assert.deepEqual(await journal.read(everything), []);
    assert.equal(await journal.append(entry({})), 5);
  },

  'counts tries per entry and shows them when read': async (journal) => {
    await appendMany(journal, 2);
    assert.deepEqual([await journal.countTry(2), await journal.countTry(2), await journal.countTry(1)], [1, 2, 1]);
    const records = await journal.read(everything);
    assert.deepEqual(pluck(records, 'tries'), [1, 2]);
    await assert.rejects(journal.countTry(99), /no entry 99/);
  },

  'stores one dead letter per entry and part, newest first, for its project only': async (journal) => {
    await journal.addDeadLetter(letter({ sequence: 1, part: 0, detail: 'first' }));
    await journal.addDeadLetter(letter({ sequence: 1, part: 0, detail: 'again' }));
    await journal.addDeadLetter(letter({ sequence: 1, part: 1, reason: 'crash', tries: 3 }));
    await journal.addDeadLetter(letter({ sequence: 2, part: -1, projectId: other }));
    const deadLetters = await journal.listDeadLetters(project, 10);
    assert.deepEqual(
      deadLetters.map(({ id: _, ...rest }) => rest),
      [
        { ...letterFacts, reason: 'crash', tries: 3 },
        { ...letterFacts, detail: 'first' },
      ],
    );
    assert.equal((await journal.listDeadLetters(project, 1)).length, 1);
    assert.equal((await journal.stats()).deadLetters, 3);
  },

  'reads dead letters with their bodies, in parts, and deletes them': async (journal) => {
    for (const sequence of [1, 2, 3]) {
      await journal.addDeadLetter(
        letter({ sequence, entry: entry({ body: bytes(`body ${sequence}`), clientAddress: '10.1.1.1' }) }),
      );
    }
    await journal.addDeadLetter(letter({ sequence: 4, projectId: other }));
    const [first, second] = await journal.readDeadLetters(project, 0, 12);
    assert.equal((await journal.readDeadLetters(project, 0, 12)).length, 2);
    assert.deepEqual([Buffer.from(first!.body).toString(), first!.clientAddress], ['body 1', '10.1.1.1']);
    assert.equal((await journal.readDeadLetters(project, first!.id, 1)).length, 1);
    for (let round = 0; round < 2; round++) {
      await journal.deleteDeadLetters(project, [first!.id, second!.id]);
      await journal.deleteDeadLetters(other, [first!.id]);
      assert.deepEqual(pluck(await journal.listDeadLetters(project, 9), 'detail').length, 1);
      assert.deepEqual(pluck(await journal.readDeadLetters(project, 0, 99), 'id').length, 1);
      assert.equal((await journal.listDeadLetters(other, 9)).length, 1);
    }
  },

  'replays a dead letter: at the end, marked, and no longer listed': async (journal) => {
    await appendMany(journal, 2);
    await journal.addDeadLetter(
      letter({ reason: 'crash', entry: entry({ body: bytes('poison'), clientAddress: '10.1.1.1', keyId: 9 }) }),
    );
    const [deadLetter] = await journal.listDeadLetters(project, 10);
    const { entry: stored, ...listed } = (await journal.deadLetter(project, deadLetter!.id))!;
    assert.deepEqual(listed, deadLetter);
    assert.equal(Buffer.byteLength(stored.body), deadLetter!.bytes);
    assert.equal(await journal.deadLetter(other, deadLetter!.id), null);
    assert.equal(await journal.replay(other, deadLetter!.id), null);
    assert.equal(await journal.replay(project, deadLetter!.id), 3);
    assert.equal(await journal.deadLetter(project, deadLetter!.id), null);
    assert.equal(await journal.replay(project, deadLetter!.id), null);
    assert.deepEqual(await journal.listDeadLetters(project, 10), []);
    const [, , record] = await journal.read(everything);
    assert.deepEqual(
      [Buffer.from(record!.body).toString(), record!.clientAddress, record!.keyId, record!.replayOf, record!.tries],
      ['poison', '10.1.1.1', 9, { reason: 'crash' }, 0],
    );
  },

  'measures the waiting entries': async (journal) => {
    const empty = {
      entries: 0,
      bytes: 0,
      bytesOfLanes: new Map<number, number>(),
      lastSequence: 0,
      oldestReceivedAtMs: null,
      deadLetters: 0,
    };
    assert.deepEqual(await journal.stats(), empty);
    await journal.append(entry({ receivedAtMs: 70, body: new Uint8Array(7) }));
    await journal.append(entry({ receivedAtMs: 80, body: new Uint8Array(8) }));
    await journal.append(entry({ receivedAtMs: 90, body: new Uint8Array(9), projectId: other }));
    const three = { ...empty, entries: 3, bytes: 24, lastSequence: 3, oldestReceivedAtMs: 70 };
    const bytesOfLanes = (own: number) =>
      new Map([
        [project, own],
        [other, 9],
      ]);
    assert.deepEqual(await journal.stats(), { ...three, bytesOfLanes: bytesOfLanes(15) });
    await journal.trim(upTo(1), 1);
    const two = { ...three, entries: 2, bytes: 17, oldestReceivedAtMs: 80 };
    assert.deepEqual(await journal.stats(), { ...two, bytesOfLanes: bytesOfLanes(8) });
    await journal.trim([{ lane: 0, sequence: 3 }], 3);
    assert.deepEqual(await journal.stats(), { ...empty, lastSequence: 3 });
    await journal.addDeadLetter(letter({ entry: entry({ body: new Uint8Array(9) }) }));
    await journal.replay(project, (await journal.listDeadLetters(project, 1))[0]!.id);
    const replayed = { entries: 1, bytes: 9, bytesOfLanes: new Map([[project, 9]]), oldestReceivedAtMs: 1_000 };
    assert.deepEqual(await journal.stats(), { ...empty, ...replayed, lastSequence: 4 });
  },

  'stores the ID it adopted and the batch through which it was trimmed': async (journal) => {
    assert.deepEqual(await journal.identity(), { storeId: null, lastSequence: 0, trimmedThrough: 0, salvaged: null });
    await appendMany(journal, 3);
    await journal.trim(upTo(2), 2);
    await journal.trim(upTo(1), 1);
    await journal.adopt('a', 0);
    assert.deepEqual(await journal.identity(), { storeId: 'a', lastSequence: 3, trimmedThrough: 2, salvaged: null });
  },

  'gives no sequence again that was applied before the journal was made anew': async (journal) => {
    await journal.adopt('a', 4_540);
    assert.equal(await journal.append(entry({})), 4_541);
    await journal.adopt('a', 7);
    assert.equal(await journal.append(entry({})), 4_542);
  },

  'notifies its listeners of new entries': async (journal) => {
    const readable = new Promise<number>((resolve) => {
      journal.onAppended(() => void journal.read(everything).then((records) => resolve(records.length)));
    });
    await journal.append(entry({}));
    assert.equal(await readable, 1);
  },

  'finishes appends that are under way when it closes, and rejects later ones': async (journal) => {
    const underWay = [journal.append(entry({})), journal.append(entry({}))];
    await journal.close();
    assert.deepEqual(await Promise.all(underWay), [1, 2]);
    await assert.rejects(journal.append(entry({})), /closed/);
    await assert.rejects(journal.read(everything), /closed/);
    await journal.close();
  },
};

/** The contract of every journal, runnable on any engine (and on broken ones, in tests/canaries). */
export const journalConformance: Record<string, (open: OpenJournal) => Promise<void>> = {
  ...Object.fromEntries(
    Object.entries(promises).map(([promise, check]) => [promise, async (open: OpenJournal) => check(await open())]),
  ),

  'drops no dead letter: a project beyond its share adds no more until it has room again, and others do': async (
    open,
  ) => {
    // Each has a body of 3 bytes: one project has room for three, and then another for one.
    const journal = await open({ deadLetterBytesMax: 13 });
    const add = (sequence: number, projectId = project) =>
      journal.addDeadLetter(letter({ sequence, failedAtMs: sequence, projectId }));
    for (const sequence of [1, 2, 3]) await add(sequence);
    await assert.rejects(add(4), /Project 7 has 9 bytes .*its reports wait in the journal/);
    const stored = async () => (await journal.listDeadLetters(project, 10)).map(({ failedAtMs }) => failedAtMs);
    assert.deepEqual(await stored(), [3, 2, 1]);
    await journal.replay(project, (await journal.listDeadLetters(project, 10))[2]!.id);
    await add(4);
    assert.deepEqual(await stored(), [4, 3, 2]);
    await add(5, other);
  },
};

const project = 7 as ProjectId;
const other = 8 as ProjectId;
const everything = { entriesMax: 1000, bytesMax: 1e9 };
const upTo = (sequence: number) => [{ lane: project, sequence }];
const sequencesOf = async (journal: Journal, limits: ReadLimits) =>
  (await journal.read(limits)).map(({ sequence }) => sequence);
const bytes = (text: string) => new TextEncoder().encode(text);

export function entry(change: Partial<JournalEntry>): JournalEntry {
  return {
    kind: 'envelope',
    projectId: project,
    keyId: 0,
    receivedAtMs: 1_000,
    clientAddress: null,
    userAgent: null,
    body: bytes('{}\n'),
    limitedCategories: [],
    replayOf: null,
    ...change,
  };
}

export function letter(change: Partial<NewDeadLetter>): NewDeadLetter {
  return {
    sequence: 1,
    part: 0,
    projectId: project,
    itemKind: 'event',
    reason: 'error',
    detail: 'TypeError: x is undefined',
    tries: 1,
    failedAtMs: 2_000,
    entry: entry({}),
    ...change,
  };
}

/** How the list shows `letter({})`. */
const letterFacts = {
  projectId: project,
  itemKind: 'event',
  reason: 'error',
  detail: 'TypeError: x is undefined',
  tries: 1,
  receivedAtMs: 1_000,
  failedAtMs: 2_000,
  bytes: 3,
};

async function appendMany(journal: Journal, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => journal.append(entry({}))));
}
