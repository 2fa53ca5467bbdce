import { Worker, type MessagePort } from 'node:worker_threads';
import { limits } from '@seismo/protocol';
import { firstMessage } from '#platform/threads/first-message.ts';
import { threadEntry } from '#platform/threads/entry.ts';
import type { StoreLocations } from '#store/open.ts';
import type { SharedClock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryConfig } from './deps.ts';
import type { RunHeavy, HeavyAnswer } from './heavy.ts';
import { createSlots, hasLeft } from './slots.ts';
import type { FromQueryThread, QueryThreadData } from './query-thread.ts';
import { pacedStream } from './paced-stream.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

export interface QueryThreadOptions {
  stores: StoreLocations;
  telemetry: { port(): MessagePort };
  clock: SharedClock;
  config: QueryConfig;
  /** Time limits: for an answer or the start of a stream, and for a reader that reads nothing. */
  answerMsMax?: number;
  stallMsMax?: number;
}

/** Runs each heavy query in a separate thread with separate stores, a few at a time. */
export function runInThread({
  stores,
  telemetry,
  clock,
  config,
  answerMsMax = limits.HEAVY_ANSWER_MS_MAX,
  stallMsMax = limits.SENDING_STALL_MS_MAX,
}: QueryThreadOptions): RunHeavy {
  const acquireSlot = createSlots({
    countMax: limits.HEAVY_COUNT_MAX,
    perUserCountMax: limits.HEAVY_PER_USER_COUNT_MAX,
    waitingCountMax: limits.HEAVY_WAITING_COUNT_MAX,
    refusal: 'Too many exports and previews are waiting. Try again in a few seconds.',
  });

  return async (name, args, left) => {
    const [viewer] = args as unknown as [Viewer];
    const leave = await acquireSlot(viewer.userId, left);
    const telemetryPort = telemetry.port();
    const worker = new Worker(threadEntry('query-thread', import.meta.url), {
      name: 'query',
      workerData: {
        stores,
        telemetryPort,
        clock: clock.memory,
        // The URL of the mail server has its password.
        config: { publicUrl: config.publicUrl, mail: config.mail && { from: config.mail.from } },
        name,
        args,
      } satisfies QueryThreadData,
      transferList: [telemetryPort],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    const end = () => {
      leave();
      void worker.terminate();
    };
    const broken = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The query thread has ended.')));
    });
    // The reader of the stream gets the error.
    broken.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const inVain = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLong(answerMsMax)), answerMsMax);
      left?.addEventListener('abort', () => reject(hasLeft()));
    });
    inVain.catch(() => {});
    try {
      const message = await Promise.race([firstMessage<FromQueryThread>(worker), broken, inVain]);
      if (message.kind === 'refused') throw new Refusal(message.code, message.message, message.fields);
      const answer = message.answer as HeavyAnswer<typeof name>;
      if ('body' in answer) answer.body = pacedStream(answer.body, end, { broken, stallMsMax });
      else end();
      return answer;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

const HEAP_MB_MAX = 192;

function tooLong(msMax: number): Refusal {
  return new Refusal('invalid', `Stopped after ${msMax / 1000} s. Request less data, such as a shorter time range.`);
}
