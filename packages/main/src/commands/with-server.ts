import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createApiToken, deleteApiToken, operatorRequest, systemViewer, type Scope } from '@seismo/server/parts';
import { urlHost, type Config } from '../config.ts';
import { firstOwner } from '../first-owner.ts';
import { UsageError } from '../usage.ts';
import { withState } from './with-state.ts';

export interface ServerCall {
  /** The organization's path in the API. */
  organization: string;
  /** Rejects with the server's message if it refuses. `path` is below `/api/0`. */
  request(method: string, path: string, body?: object): Promise<IncomingMessage>;
  json<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

const TOKEN_MS = 15 * 60_000;

/**
 * Calls the Web API of the running server, because only one process can open telemetry. The API token of the call belongs
 * to the user, or to the first owner, and is deleted afterwards.
 */
export async function withServer<T>(
  config: Config,
  { user, organization, scopes }: { user?: string | undefined; organization?: string | undefined; scopes: Scope[] },
  callback: (call: ServerCall) => Promise<T>,
): Promise<T> {
  return withState(config, async (deps) => {
    const email = user ?? (await firstOwner(deps.state))?.email;
    if (email === undefined) throw new Error('There is no owner yet. Run "seismo user create" first.');
    const viewer = await systemViewer(deps.state, email);
    const own = await deps.state.listOrganizations(viewer.memberships.map(({ organizationId }) => organizationId));
    const named = organization === undefined ? own : own.filter(({ slug }) => slug === organization);
    if (named.length !== 1) {
      const slugs = own.map(({ slug }) => slug).join(', ') || 'none';
      throw new UsageError(`Name the organization with --organization. Those of ${email}: ${slugs}.`);
    }
    const label = `command line ${deps.random(4).toString('hex')}`;
    const expiresAtMs = deps.clock.now() + TOKEN_MS;
    const { token } = await createApiToken(deps, viewer, { label, scopes, expiresAtMs });
    try {
      return await callback(callOf(config, token, named[0]!.slug));
    } finally {
      const made = (await deps.state.listApiTokens(viewer.userId!)).find((each) => each.label === label);
      if (made) await deleteApiToken(deps, viewer, made.id);
    }
  });
}

function callOf({ host, port }: Config, token: string, slug: string): ServerCall {
  const request: ServerCall['request'] = async (method, path, body) => {
    const url = new URL(`http://${urlHost(host)}:${port}/api/0${path}`);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = operatorRequest(url, { method, headers, body: body && JSON.stringify(body) });
    const response = await sent.catch((cause: unknown) => {
      const message = `No server answers at ${url.origin}. Start it first, with the same settings of HOST and PORT.`;
      throw new Error(message, { cause });
    });
    if ((response.statusCode ?? 0) < 300) return response;
    const answer = await text(response);
    throw new Error(detailOf(answer) ?? `The server answered ${response.statusCode}: ${answer.slice(0, 200)}`);
  };
  return {
    organization: `/organizations/${slug}`,
    request,
    json: async <Answer>(method: string, path: string, body?: object) =>
      JSON.parse(await text(await request(method, path, body))) as Answer,
  };
}

function detailOf(answer: string): string | null {
  try {
    const { detail } = JSON.parse(answer) as { detail?: unknown };
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}
