import { createServer } from 'node:http';
import * as Sentry from '@sentry/node';
import { readEnvelope } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { listening } from '../../../browser/src/testing/listening.ts';
import { digestIntegration } from './sentry.ts';

test("an event of the real SDK has the digest, as a tag and beside the SDK's route", async () => {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    response.end('{}');
  });
  const url = await listening(server);
  Sentry.init({
    dsn: `${url.replace('://', '://abc@')}/7`,
    defaultIntegrations: false,
    integrations: [digestIntegration()],
  });
  const contexts = { nextjs: { router_path: '/products/[id]', route_type: 'render', router_kind: 'App Router' } };
  Sentry.captureException(Object.assign(new Error('with'), { digest: '3131397831' }), { contexts });
  Sentry.captureException(new Error('without'));
  await Sentry.close(5000);
  const events = bodies
    .flatMap((body) => readEnvelope(new Uint8Array(body)).items)
    .filter(({ type }) => type === 'event')
    .map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)) as Record<string, Record<string, unknown>>);
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({
    tags: { digest: '3131397831' },
    contexts: { nextjs: { digest: '3131397831', route: '/products/[id]', route_type: 'render' } },
  });
  expect(events[1]!['contexts']!['nextjs']).toBeUndefined();
});
