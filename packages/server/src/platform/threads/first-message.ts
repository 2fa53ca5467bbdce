import type { Worker } from 'node:worker_threads';

/**
 * The first message of a thread; rejects if the thread fails before. With `node --watch` (`npm run dev`), Node.js itself posts
 * messages to the parent thread, which are skipped: https://github.com/nodejs/node/blob/v24.x/lib/internal/modules/esm/loader.js
 */
export function firstMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    const listen = (message: Message) => {
      if (isFromWatchMode(message)) return;
      worker.off('message', listen);
      worker.off('error', reject);
      resolve(message);
    };
    worker.on('message', listen);
    worker.once('error', reject);
  });
}

const isFromWatchMode = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('watch:import' in message || 'watch:require' in message);
