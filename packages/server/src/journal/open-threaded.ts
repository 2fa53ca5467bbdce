import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { positionOf } from '#platform/lanes.ts';
import { firstMessage } from '#platform/threads/first-message.ts';
import { threadEntry } from '#platform/threads/entry.ts';
import { caller, returnBytes } from '#platform/threads/port.ts';
import type { Journal, JournalEntry, JournalRecord } from './contract.ts';
import type { SqliteJournalOptions } from './sqlite.ts';
import type { ThreadData } from './journal-thread.ts';
import type { CalledFunctions, FromThread, ToThread } from './wire.ts';

export interface ThreadedJournal extends Journal {
  /** A port for `connectJournal` in another thread. */
  port(): MessagePort;
}

/**
 * The SQLite journal in its own thread: a slow flush delays only the responses that wait for it
 * (docs/decisions/0002-journal-thread.md).
 */
export async function openThreadedJournal(path: string, options: SqliteJournalOptions = {}): Promise<ThreadedJournal> {
  const worker = new Worker(threadEntry('journal-thread', import.meta.url), {
    workerData: { path, options } satisfies ThreadData,
  });
  // Rejects with the sentence of `openSqliteJournal` if the file cannot be opened.
  await firstMessage(worker);

  function port(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(port2, [port2]);
    return port1;
  }

  const journal = connectJournal(port());
  let closing: Promise<void> | undefined;
  return {
    ...journal,
    port,
    close: () => (closing ??= journal.shut().then(async () => void (await worker.terminate()))),
  };
}

interface ConnectedJournal extends Journal {
  /** Closes the journal itself, for everyone. */
  shut(): Promise<void>;
}

/** A journal over a port. `close` ends only this connection; the thread keeps running for the others. */
export function connectJournal(port: MessagePort): ConnectedJournal {
  const channel = new MessageChannel();
  port.postMessage({ kind: 'calls', port: channel.port2 } satisfies ToThread, [channel.port2]);
  const { call, close: closeCalls } = caller<CalledFunctions>(channel.port1);
  const listeners: (() => void)[] = [];
  const groups = new Map<number, Waiting[]>();
  let groupsSent = 0;
  let waiting: Waiting[] = [];
  let ended: Error | undefined;
  /** The records of the last reads. */
  let borrowed: JournalRecord[] = [];

  function send(): void {
    if (waiting.length === 0) return;
    const group = ++groupsSent;
    const entries = waiting.map(({ entry }) => ({ ...entry, body: ownBytes(entry.body) }));
    groups.set(group, waiting);
    waiting = [];
    const message: ToThread = { kind: 'append', group, entries };
    port.postMessage(
      message,
      entries.map(({ body }) => body.buffer),
    );
  }

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of [...groups.values()].flat().concat(waiting)) reject(ended);
    groups.clear();
    waiting = [];
  }

  async function settled(): Promise<void> {
    send();
    await Promise.allSettled([...groups.values()].flat().map(({ answered }) => answered));
  }

  port.on('message', (message: FromThread) => {
    if (message.kind === 'appended') {
      for (const listener of listeners) listener();
      return;
    }
    const group = groups.get(message.group)!;
    groups.delete(message.group);
    message.answers.forEach((answer, index) => {
      const { resolve, reject } = group[index]!;
      if (typeof answer === 'number') resolve(answer);
      else reject(new Error(answer.failed));
    });
  });
  port.on('close', () => end(new Error('The thread of the journal has ended.')));

  async function callJournal<T>(request: () => Promise<T>): Promise<T> {
    if (ended) throw ended;
    return request();
  }

  async function close(): Promise<void> {
    if (ended) return;
    ended = new Error('The journal is closed.');
    await settled();
    closeCalls();
    port.close();
  }

  return {
    append(entry) {
      if (ended) return Promise.reject(ended);
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      // Entries that arrive in the same turn of the event loop share a message.
      if (waiting.push({ entry, answered: promise, resolve, reject }) === 1) setImmediate(send);
      return promise;
    },
    read: (readLimits) =>
      callJournal(async () => {
        const records = await call.read(readLimits);
        borrowed = readLimits.after ? [...borrowed, ...records] : records;
        return records;
      }),
    waitingBytes: (applied, sinceMs) => callJournal(() => call.waitingBytes(applied, sinceMs)),
    trim: (applied, batch) =>
      callJournal(async () => {
        await call.trim(applied, batch);
        const isGone = ({ projectId, sequence }: JournalRecord) => sequence <= positionOf(applied, projectId);
        for (const record of borrowed) if (isGone(record)) returnBytes(record.body);
        borrowed = borrowed.filter((record) => !isGone(record));
      }),
    countTry: (sequence) => callJournal(() => call.countTry(sequence)),
    addDeadLetter: (letter) =>
      callJournal(() =>
        call.addDeadLetter({ ...letter, entry: { ...letter.entry, body: ownBytes(letter.entry.body) } }),
      ),
    listDeadLetters: (projectId, entriesMax) => callJournal(() => call.listDeadLetters(projectId, entriesMax)),
    readDeadLetters: (projectId, after, bytesMax) =>
      callJournal(() => call.readDeadLetters(projectId, after, bytesMax)),
    deleteDeadLetters: (projectId, ids) => callJournal(() => call.deleteDeadLetters(projectId, ids)),
    deadLetter: (projectId, id) => callJournal(() => call.deadLetter(projectId, id)),
    replay: (projectId, id) => callJournal(() => call.replay(projectId, id)),
    dump: (after, bytesMax) => callJournal(() => call.dump(after, bytesMax)),
    stats: () => callJournal(() => call.stats()),
    identity: () => callJournal(() => call.identity()),
    adopt: (storeId, lastSequence) => callJournal(() => call.adopt(storeId, lastSequence)),
    onAppended: (listener) => void listeners.push(listener),
    close,
    async shut() {
      if (ended) return;
      await settled();
      await call.close();
      await close();
    },
  };
}

interface Waiting {
  entry: JournalEntry;
  answered: Promise<number>;
  resolve: (sequence: number) => void;
  reject: (error: Error) => void;
}

/**
 * The bytes in their own buffer. Moving a view to another thread moves its whole buffer, and small Buffers share one
 * pool with others.
 */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
