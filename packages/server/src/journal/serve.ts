import type { MessagePort } from 'node:worker_threads';
import { serve } from '#threads/port.ts';
import type { Journal } from './contract.ts';
import type { FromThread, ToThread } from './wire.ts';

/** Answers what `connectJournal` asks at the other end of the port. */
export function serveJournal(journal: Journal, port: MessagePort): void {
  const say = (message: FromThread) => port.postMessage(message);
  journal.onAppended(() => say({ kind: 'appended' }));

  port.on('message', async (message: ToThread) => {
    if (message.kind === 'calls') {
      serve(message.port, {
        read: journal.read,
        trim: journal.trim,
        countTry: journal.countTry,
        setAside: journal.setAside,
        listSetAside: journal.listSetAside,
        replay: journal.replay,
        stats: journal.stats,
        close: journal.close,
      });
      return;
    }
    // All at once, so that they share one transaction and flush.
    const settled = await Promise.allSettled(message.entries.map((entry) => journal.append(entry)));
    const answers = settled.map((each) =>
      each.status === 'fulfilled' ? each.value : { failed: (each.reason as Error).message },
    );
    say({ kind: 'answered', group: message.group, answers });
  });
}
