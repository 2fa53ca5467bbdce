import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scopes } from '#domain/permissions/viewer.ts';
import { span } from '#store/telemetry/sample-rows.ts';
import { openApi } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';
import { listRoutes } from './api.ts';
import { unwrapped } from './parse.ts';
import type { Route } from './router.ts';

const { api, token } = await openServer();

/** An organization `acme` with the projects `web` and `shop`, and a token with every scope. */
async function openServer() {
  const opened = await openTestServer();
  const { command } = opened;
  const owner = await opened.user(await opened.organization('acme'), 'owner');
  for (const slug of ['web', 'shop']) {
    await command.createProject(owner, { slug, name: slug, platform: 'javascript' });
  }
  const made = await command.createApiToken(owner, { label: 'test', scopes: [...scopes], expiresAtMs: null });
  return { server: opened, api: openApi(opened, () => undefined), token: made.token, owner };
}

/** The data of a dashboard: a span, an error, its release with a deploy, a team, a session, and counts. */
async function plant({ server: { command, query, ...of }, owner }: Awaited<ReturnType<typeof openServer>>) {
  const project = await query.project(owner, 'web');
  const where = { release: 'planted@1.0.0', environment: 'production' };
  await of.report(project, 'a', { ...where, value: 'planted value', tags: { plan: 'planted' } });
  const nowMs = of.clock.now();
  const planted = { projectId: project.id, startUs: nowMs * 1000, receivedAtMs: nowMs };
  await of.addRows({ spans: [span(1, { ...planted, attributes: '{"n:planted":1}' })] });
  await command.createTeam(owner, { slug: 'planted-team', name: 'Planted' });
  await command.createRelease(owner, { version: where.release, projects: ['web'] });
  const deploy = { name: '', url: '', startedAtMs: null, finishedAtMs: null };
  await command.addDeploy(owner, where.release, { ...deploy, environment: where.environment });
  const session = { sid: 'a'.repeat(32), did: '1', status: 'crashed', attrs: where };
  await of.sendItem(project, { type: 'session' }, session);
}

async function send(method: string, url: string, body?: string | FormData) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await api.request(`http://seismo.test:8300${url}`, { method, headers, ...(body && { body }) });
  const text = await response.text();
  return {
    status: response.status,
    detail: text.startsWith('{') ? (JSON.parse(text) as { detail?: string }).detail : '',
  };
}

const routes = listRoutes();
const url = ({ path }: Route) => `/api/0${path.replaceAll(/:\w+/g, '1')}/`.replace('//', '/');
const named = (route: Route) => [`${route.method} ${route.path}`, route] as const;

describe('unknown parameters are refused by name, with the known ones', () => {
  test.each(routes.map(named))('as a parameter: %s', async (_name, route) => {
    const { status, detail } = await send(route.method, `${url(route)}?unheardOf=1`);
    expect(status).toBe(400);
    expect(detail).toMatch(
      /^Unknown parameter "unheardOf"\. (This route has no parameters|Known parameters: \w+(, \w+)*)\.$/,
    );
  });

  const withBody = routes.filter(({ method, reads }) => method !== 'GET' && !(reads.body instanceof z.ZodRecord));
  test.each(withBody.map(named))('as a field: %s', async (_name, route) => {
    const form = new FormData();
    form.set('unheardOf', '1');
    const { status, detail } = await send(
      route.method,
      url(route),
      route.reads.form ? form : JSON.stringify({ ...required(route.reads.body), unheardOf: 1 }),
    );
    expect(status).toBe(400);
    expect(detail).toMatch(/^Unknown field "unheardOf"\. (No fields are allowed here|Known fields: \w+(, \w+)*)\.$/);
  });

  test.each(routes.map(named))('as a field of a field: %s', (_name, { reads }) => {
    expect(looseObjects(reads.body)).toEqual([]);
  });
});

test('a parameter that is read once is not sent twice', async () => {
  const { status, detail } = await send('GET', '/api/0/organizations/acme/issues/?sort=new&sort=date');
  expect({ status, detail }).toEqual({ status: 400, detail: 'The parameter "sort" can appear only once.' });
});

test('issues to change are named or searched for, not both', async () => {
  const body = JSON.stringify({ status: 'resolved' });
  const { status, detail } = await send('PUT', '/api/0/projects/acme/web/issues/?id=1&query=is:unresolved', body);
  expect({ status, detail }).toEqual({ status: 400, detail: expect.stringContaining('either "id" or "query"') });
});

test('a list of releases covers the requested range', async () => {
  await send('POST', '/api/0/organizations/acme/releases/', JSON.stringify({ version: 'web@1', projects: ['web'] }));
  const versions = async (query: string) => {
    const path = `http://seismo.test:8300/api/0/organizations/acme/releases/?${query}`;
    const answer = await api.request(path, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { version: string }[]).map(({ version }) => version);
  };
  expect(await versions('statsPeriod=24h')).toEqual(['web@1']);
  expect(await versions('start=2026-01-01&end=2026-01-02')).toEqual([]);
});

test('a page has the requested length, and the next one follows it', async () => {
  const get = (query: string) =>
    api.request(`http://seismo.test:8300/api/0/organizations/acme/projects/?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const first = await get('per_page=1');
  const next = /cursor=(\w+)[^>]*>; rel="next"; results="true"/.exec(first.headers.get('link')!)![1];
  const second = await get(`per_page=1&cursor=${next}`);
  expect(second.headers.get('link')).toContain('rel="next"; results="false"');
  const all = [...((await first.json()) as { slug: string }[]), ...((await second.json()) as { slug: string }[])];
  expect(all.map(({ slug }) => slug)).toEqual(
    ((await (await get('')).json()) as { slug: string }[]).map(({ slug }) => slug),
  );
  expect((await get('per_page=1000')).status).toBe(400);
});

/** Recorded calls of real clients: no route refuses their parameters. */
describe('requests of real clients are accepted', async () => {
  const recorded = (await readFile(new URL('recorded-calls.jsonl', import.meta.url), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { client: string; method: string; url: string; body?: unknown });

  test.each(recorded)('$client: $method $url', async ({ method, url: path, body }) => {
    const { detail } = await send(method, path, body === undefined ? undefined : JSON.stringify(body));
    expect(detail ?? '').not.toMatch(/^Unknown /);
  });
});

/**
 * Whole sessions of clients that are not on this machine, one file each, in order and on a server of their own. A call
 * works when its answer has every field that the client needs (`has`) and the values that were planted (`answer`).
 */
describe.each(['go-sentry', 'terraform', 'grafana'])('%s works as recorded', async (name) => {
  const file = new URL(`../../../../tests/golden/api-clients/${name}.jsonl`, import.meta.url);
  const calls = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedCall);
  const saved = new Map<string, string>();
  const own = await openServer();
  if (name === 'grafana') await plant(own);

  test.each(calls)('$call: $method $url', async ({ method, url: path, body, status, has = [], answer, at, save }) => {
    const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_all, id: string) => saved.get(id)!);
    const named = filled(path);
    const response = await own.api.request(`http://seismo.test:8300${named}`, {
      method,
      headers: { authorization: `Bearer ${own.token}` },
      ...(body !== undefined && { body: filled(JSON.stringify(body)) }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(status);
    if (text === '') return;
    const read = JSON.parse(text);
    const one = at === undefined ? read : read[at];
    for (const field of has) expect(fieldAt(one, field), field).not.toBeUndefined();
    if (answer !== undefined) expect(one).toMatchObject(answer);
    for (const [id, field] of Object.entries(save ?? {})) saved.set(id, one[field]);
  });
});

function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => {
    const one = Array.isArray(at) ? (at as unknown[])[0] : at;
    return (one as Record<string, unknown> | undefined)?.[name];
  }, value);
}

interface RecordedCall {
  client: string;
  call: string;
  method: string;
  url: string;
  body?: unknown;
  status: number;
  /** Paths of fields; of a list its first element has them. */
  has?: string[];
  answer?: object;
  /** The index of the list element. */
  at?: number;
  /** A field of the answer that later addresses and bodies name. */
  save?: Record<string, string>;
}

/** Values for required fields, so that only the unknown one is invalid. */
function required(body: z.ZodType | undefined): Record<string, unknown> {
  const at = body && unwrapped(body);
  if (!(at instanceof z.ZodObject)) return {};
  const shape = at.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => (schema.isOptional() ? [] : [[name, sample(unwrapped(schema))]])),
  );
}

function sample(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  return schema instanceof z.ZodArray ? [] : 'x';
}

/** Paths of objects in a schema that let unknown fields go. */
function looseObjects(schema: z.ZodType | undefined, path = 'body'): string[] {
  const at = schema && unwrapped(schema);
  if (at instanceof z.ZodArray) return looseObjects(at.element as z.ZodType, `${path}[]`);
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => looseObjects(option as z.ZodType, path));
  if (!(at instanceof z.ZodObject)) return [];
  const inside = Object.entries(at.shape as Record<string, z.ZodType>);
  return [
    ...(at.def.catchall instanceof z.ZodNever ? [] : [path]),
    ...inside.flatMap(([name, field]) => looseObjects(field, `${path}.${name}`)),
  ];
}
