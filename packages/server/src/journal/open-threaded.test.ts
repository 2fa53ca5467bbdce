import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Journal } from './contract.ts';
import { entry, journalConformance } from './journal.conformance.ts';
import { connectJournal, openThreadedJournal, type ThreadedJournal } from './open-threaded.ts';
import { serveJournal } from './serve.ts';
import { openSqliteJournal } from './sqlite.ts';

let folder: string;
let opened: Journal[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-journal-'));
  opened = [];
});
afterEach(async () => {
  for (const journal of opened) await journal.close();
  await rm(folder, { recursive: true });
});

const path = () => join(folder, 'journal.sqlite');
const everything = { entriesMax: 1000, bytesMax: 1e9 };

async function open(options: { deadLetterBytesMax?: number } = {}): Promise<ThreadedJournal> {
  const journal = await openThreadedJournal(path(), options);
  opened.push(journal);
  return journal;
}

/** A journal of this thread: Node.js crashes now and then where many threads start and end (nodejs/node#56312). */
function openThroughPort(options: { deadLetterBytesMax?: number } = {}): Journal {
  const { port1, port2 } = new MessageChannel();
  serveJournal(openSqliteJournal(path(), options), port2);
  const journal = connectJournal(port1);
  opened.push({ ...journal, close: journal.shut });
  return opened.at(-1)!;
}

describe('the journal through a port', () => {
  for (const [promise, check] of Object.entries(journalConformance)) {
    test(promise, () => check(async (options) => openThroughPort(options)));
  }
});

describe('the journal in a thread of its own', () => {
  for (const promise of [
    'finishes appends that are under way when it closes, and rejects later ones',
    'drops no dead letter: a project beyond its share adds no more until it has room again, and others do',
  ]) {
    test(promise, () => journalConformance[promise]!(open));
  }

  test('shows entries to other connections, and wakes them', async () => {
    const journal = await open();
    const other = connectJournal(journal.port());
    const woken = new Promise<void>((resolve) => other.onAppended(resolve));
    await journal.append(entry({ receivedAtMs: 5 }));
    await woken;
    expect((await other.read(everything)).map(({ receivedAtMs }) => receivedAtMs)).toEqual([5]);
  });

  test('reuses the memory of deleted entries only', async () => {
    const journal = await open();
    for (const text of ['a', 'bc', 'def']) await journal.append(entry({ body: new TextEncoder().encode(text) }));
    const other = connectJournal(journal.port());
    const records = await other.read(everything);
    expect(records.map(({ body }) => body.byteLength)).toEqual([1, 2, 3]);
    await other.trim([{ lane: 7, sequence: 2 }], 2);
    expect(records.map(({ body }) => body.byteLength)).toEqual([0, 0, 3]);
    await other.trim([{ lane: 7, sequence: 2 }], 2);
    expect((await other.read(everything)).map(({ body }) => Buffer.from(body).toString())).toEqual(['def']);
  });

  test('reuses the memory of two reads, each when its entries are deleted', async () => {
    const journal = await open();
    for (const text of ['a', 'bc', 'def']) await journal.append(entry({ body: new TextEncoder().encode(text) }));
    const other = connectJournal(journal.port());
    const first = await other.read({ ...everything, entriesMax: 1 });
    const second = await other.read({ ...everything, after: [{ lane: 7, sequence: 1 }] });
    const sizes = () => [...first, ...second].map(({ body }) => body.byteLength);
    expect(sizes()).toEqual([1, 2, 3]);
    await other.trim([{ lane: 7, sequence: 1 }], 1);
    expect(sizes()).toEqual([0, 2, 3]);
    await other.trim([{ lane: 7, sequence: 3 }], 3);
    expect(sizes()).toEqual([0, 0, 0]);
  });

  test('ends a connection without ending the journal', async () => {
    const journal = await open();
    const other = connectJournal(journal.port());
    const underWay = other.append(entry({}));
    await other.close();
    expect(await underWay).toBe(1);
    await expect(other.append(entry({}))).rejects.toThrow(/closed/);
    await expect(other.stats()).rejects.toThrow(/closed/);
    expect(await journal.append(entry({}))).toBe(2);
  });

  test('rejects calls after the journal has ended', async () => {
    const journal = await open();
    const other = connectJournal(journal.port());
    await other.append(entry({}));
    await journal.close();
    await expect(other.append(entry({}))).rejects.toThrow(/closed|ended/);
    await expect(other.read(everything)).rejects.toThrow(/closed|ended/);
  });

  test('takes a body that fills its buffer without copying it, and leaves shared buffers alone', async () => {
    const journal = await open();
    const alone = new Uint8Array(1_000_000).fill(7);
    const shared = Buffer.from('one of many in a pool');
    await Promise.all([journal.append(entry({ body: alone })), journal.append(entry({ body: shared }))]);
    expect(alone.byteLength).toBe(0);
    expect(shared.toString()).toBe('one of many in a pool');
  });

  test('has acknowledged entries on disk', async () => {
    const journal = await open();
    await Promise.all(Array.from({ length: 300 }, () => journal.append(entry({}))));
    await journal.close();
    const reopened = openSqliteJournal(path());
    expect((await reopened.stats()).entries).toBe(300);
    await reopened.close();
  });

  test('names the reason in one sentence when a file cannot be opened', async () => {
    await writeFile(path(), 'garbage '.repeat(1000));
    await expect(openThreadedJournal(path())).rejects.toThrow(
      /^The journal .* cannot be opened: file is not a database/,
    );
  });
});
