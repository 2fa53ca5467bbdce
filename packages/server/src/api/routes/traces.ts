import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { refuseProblem } from '../issue-filter.ts';
import { page, pageOf } from '../page.ts';
import { common, oneOf, text, texts, withoutEffect } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';
import { projectSlugsOf } from '../projects-of.ts';
import { spanAttributeShapes, spanFieldTypeShapes, spanItemShape } from '../serializers/span-attributes.ts';
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

const attributes = {
  itemType: oneOf(['spans']),
  /** The sentry CLI's name of it. */
  dataset: oneOf(['spans']),
  /** No attribute here is an array. */
  attributeType: oneOf(['string', 'number', 'boolean', 'array']),
  substringMatch: text,
  query: text,
  project: texts,
  environment: texts,
  ...period,
  ...page,
  expand: common.expand,
  referrer: common.referrer,
};

const validated = {
  itemType: oneOf(['spans']),
  project: texts,
  environment: texts,
  ...period,
  referrer: common.referrer,
};
const validatedBody = z.strictObject({
  attributes: z.array(z.string().max(limits.SPAN_FIELD_CHARS_MAX)).min(1).max(limits.SPAN_FIELD_COUNT_MAX),
  /** Newer clients send it here. */
  itemType: z.enum(['spans']).optional(),
});

/** Whole traces, for clients that read them at once, and what their spans have. */
export const traceRoutes: Routes = (api, { query, publicUrl }) => {
  api.get(
    '/organizations/:org/trace/:trace',
    {
      query: {
        ...found,
        additional_attributes: texts,
        limit: withoutEffect('As in Sentry, the answer has the whole trace.'),
      },
    },
    async (context, viewer, sent) => {
      const { additional_attributes: names } = sent.query;
      const trace = await query.wholeTrace(viewer, context.req.param('trace'), names);
      context.header('content-type', 'application/json');
      return context.body(streamOf(traceJson(trace)));
    },
  );

  api.get('/organizations/:org/trace-meta/:trace', { query: found }, async (context, viewer) =>
    context.json(traceMetaShape(await query.wholeTrace(viewer, context.req.param('trace')))),
  );

  api.get('/organizations/:org/trace-items/attributes', { query: attributes }, async (context, viewer, sent) => {
    const { itemType, dataset, attributeType, substringMatch = '', environment, query: search = '' } = sent.query;
    if (itemType === null && dataset === null) throw new Refusal('invalid', 'itemType: Required. Send "spans".');
    const filter = { environments: environment, range: readPeriod(sent.query), query: search };
    const found = await query.spanAttributes(viewer, { projects: projectSlugsOf(sent.query), ...filter });
    refuseProblem(found);
    const shapes = spanAttributeShapes(found.attributes)
      .filter((shape) => attributeType === null || shape.attributeType === attributeType)
      .filter(({ name, secondaryAliases }) =>
        [name, ...secondaryAliases].some((one) => one.toLowerCase().includes(substringMatch.toLowerCase())),
      );
    return context.json(pageOf(context, publicUrl, sent.query, shapes));
  });

  api.post(
    '/organizations/:org/trace-items/attributes/validate',
    { query: validated, body: validatedBody },
    async (context, viewer, { query: sent, body }) => {
      if (sent.itemType === null && body.itemType === undefined)
        throw new Refusal('invalid', 'itemType: Required. Send "spans".');
      const filter = { projects: projectSlugsOf(sent), environments: sent.environment, range: readPeriod(sent) };
      return context.json(spanFieldTypeShapes(await query.spanFieldTypes(viewer, filter, body.attributes)));
    },
  );

  api.get(
    '/projects/:org/:project/trace-items/:span',
    { query: { item_type: oneOf(['spans']), trace_id: text, referrer: common.referrer } },
    async (context, viewer, { query: { trace_id: trace = '' } }) => {
      const { project, span } = context.req.param();
      return context.json(spanItemShape(await query.spanItem(viewer, project, { trace, span })));
    },
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
