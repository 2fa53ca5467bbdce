import type { Chance } from '../chance.ts';
import type { DemoUser } from '../plan.ts';
import type { App, Attributes, Step } from './trace.ts';

/** Of a visit or a job. */
export interface Circumstances {
  /** How long before the end of the story. */
  agoMs: number;
  user: DemoUser;
  /** Business customers have many orders. */
  plan: 'private' | 'business';
  region: 'eu-central-1' | 'us-east-1';
  chance: Chance;
}

const DATABASE = 'db.eu-central-1.internal';

export function query(app: App, text: string, ms: number, more: Attributes = {}): Step {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text, 'server.address': DATABASE, ...more };
  return { app, name: text, op: 'db', ms, attributes };
}

/** `name`: method and URL. */
export function request(app: App, name: string, ms: number, steps: Step[] = [], failed = false): Step {
  const [method, url] = name.split(' ') as [string, string];
  const attributes = { 'http.request.method': method, 'url.full': url, 'server.address': new URL(url).host };
  return { app, name, op: 'http.client', ms, steps, failed, attributes };
}

/** `name`: method and route. */
export function endpoint(app: App, name: string, ms: number, steps: Step[], more: Partial<Step> = {}): Step {
  const [method, route] = name.split(' ') as [string, string];
  const status = more.failed ? 502 : 200;
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
  return { app, name, op: 'http.server', ms, steps, attributes, ...more };
}

export function job(name: string, ms: number, steps: Step[]): Step {
  return { app: 'shop-worker', name, op: 'queue.process', ms, steps, attributes: queueOf(name) };
}

export const queueOf = (name: string): Attributes => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': name,
});
