import type { MessagePort } from 'node:worker_threads';
import { returnBytes, withTransfer, serve } from '#platform/threads/port.ts';
import type { Journal } from './contract.ts';
import type { FromThread, ToThread } from './wire.ts';

/** Serves the calls of `connectJournal` at the other end of the port. */
export function serveJournal(journal: Journal, port: MessagePort): void {
  const post = (message: FromThread) => port.postMessage(message);
  journal.onAppended(() => post({ kind: 'appended' }));

  port.on('message', async (message: ToThread) => {
    if (message.kind === 'calls') {
      serve(message.port, {
        read: async (...params: Parameters<Journal['read']>) => {
          const records = await journal.read(...params);
          return withTransfer(
            records,
            records.map(({ body }) => body),
          );
        },
        waitingBytes: journal.waitingBytes,
        trim: journal.trim,
        countTry: journal.countTry,
        addDeadLetter: journal.addDeadLetter,
        listDeadLetters: journal.listDeadLetters,
        readDeadLetters: async (...params: Parameters<Journal['readDeadLetters']>) => {
          const letters = await journal.readDeadLetters(...params);
          return withTransfer(
            letters,
            letters.map(({ body }) => body),
          );
        },
        deleteDeadLetters: journal.deleteDeadLetters,
        deadLetter: journal.deadLetter,
        replay: journal.replay,
        dump: async (...params: Parameters<Journal['dump']>) => {
          const dump = await journal.dump(...params);
          return withTransfer(
            dump,
            dump.rows.map(({ body }) => body),
          );
        },
        stats: journal.stats,
        identity: journal.identity,
        adopt: journal.adopt,
        close: journal.close,
      });
      return;
    }
    // Together, so that they share one transaction and flush.
    const settled = await Promise.allSettled(message.entries.map((entry) => journal.append(entry)));
    const answers = settled.map((each) =>
      each.status === 'fulfilled' ? each.value : { failed: (each.reason as Error).message },
    );
    post({ kind: 'answered', group: message.group, answers });
    // The bodies were moved here and are no longer needed.
    for (const { body } of message.entries) returnBytes(body);
  });
}
