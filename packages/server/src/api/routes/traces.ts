import type { Routes } from '../router.ts';
import { common, withoutEffect } from '../parameters.ts';
import { traceJson, traceMetaShape } from '../serializers/trace.ts';

const anywhere = withoutEffect('A trace is found at any time.');
const found = {
  project: withoutEffect('A trace has the spans of all projects that the token can read.'),
  statsPeriod: anywhere,
  start: anywhere,
  end: anywhere,
  timestamp: anywhere,
  referrer: common.referrer,
};

/** Pieces of JSON in one write to the socket. */
const PIECE_COUNT = 1000;

/** Whole traces, for clients that read them at once. */
export const traceRoutes: Routes = (api, { query }) => {
  api.get(
    '/organizations/:org/trace/:trace',
    { query: { ...found, limit: withoutEffect('As in Sentry, the answer has the whole trace.') } },
    async (context, viewer) => {
      const trace = await query.wholeTrace(viewer, context.req.param('trace'));
      context.header('content-type', 'application/json');
      return context.body(streamOf(traceJson(trace)));
    },
  );

  api.get('/organizations/:org/trace-meta/:trace', { query: found }, async (context, viewer) =>
    context.json(traceMetaShape(await query.wholeTrace(viewer, context.req.param('trace')))),
  );
};

/** As fast as the client reads, so that other requests are answered in between. */
function streamOf(pieces: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        await new Promise(setImmediate);
        const part: string[] = [];
        for (let count = 0; count < PIECE_COUNT; count++) {
          const { done, value } = pieces.next();
          if (done) break;
          part.push(value);
        }
        if (part.length === 0) controller.close();
        else controller.enqueue(encoder.encode(part.join('')));
      },
    },
    { highWaterMark: 0 },
  );
}
