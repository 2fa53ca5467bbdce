import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { serveJournal } from './serve.ts';
import { openSqliteJournal, type SqliteJournalOptions } from './sqlite.ts';

/** The journal's own thread: the entry of `open-threaded.ts`. */
export interface ThreadData {
  path: string;
  options: SqliteJournalOptions;
}

const { path, options } = workerData as ThreadData;
const journal = openSqliteJournal(path, options);
parentPort!.on('message', (port: MessagePort) => serveJournal(journal, port));
parentPort!.postMessage('open');
