import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Project, Server } from '../running-server.ts';

export interface Item {
  header: { type: string; [name: string]: unknown };
  payload: string;
}

export const eventItem = (event: object): Item => ({ header: { type: 'event' }, payload: JSON.stringify(event) });

export const newEventId = (): string => randomBytes(16).toString('hex');

export function envelopeOf(items: Item[], eventId?: string): string {
  const header = { sent_at: new Date().toISOString(), ...(eventId && { event_id: eventId }) };
  const lines = items.flatMap(({ header: { ...item }, payload }) => [
    JSON.stringify({ ...item, length: Buffer.byteLength(payload) }),
    payload,
  ]);
  return [JSON.stringify(header), ...lines].join('\n');
}

/** Sends an envelope as a client does and expects a 200. */
export async function send(server: Server, project: Project, items: Item[], eventId?: string): Promise<void> {
  const answer = await post(server, project, envelopeOf(items, eventId));
  expect(answer.status, await answer.text()).toBe(200);
}

function post(server: Server, project: Project, body: string): Promise<Response> {
  return fetch(`${server.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`, { method: 'POST', body });
}

interface Thrown {
  type?: string;
  value?: string;
  in?: string;
  [field: string]: unknown;
}

/** Reports an error and returns its event ID. Errors `in` the same function share an issue. */
export async function throwError(
  server: Server,
  project: Project,
  { type = 'TypeError', value = 'x is not a function', in: name = 'pay', ...fields }: Thrown = {},
): Promise<string> {
  const eventId = newEventId();
  const frames = [
    { function: 'main', filename: 'src/main.ts', lineno: 1, colno: 1, in_app: true },
    { function: name, filename: 'src/pay.ts', lineno: 7, colno: 11, in_app: true, context_line: '  const paid = x();' },
  ];
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    environment: 'production',
    release: 'shop@1.0.0',
    exception: { values: [{ type, value, mechanism: { type: 'onerror', handled: false }, stacktrace: { frames } }] },
    ...fields,
  };
  await send(server, project, [eventItem(event)], eventId);
  return eventId;
}

/** Resolves when the server has processed all accepted reports. */
export async function processed(server: Server): Promise<void> {
  await vi.waitUntil(async () => (await server.metrics()).get('seismo_journal_entries') === 0, {
    timeout: 60_000,
    interval: 50,
  });
}
