import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import type { Permission, Viewer } from '#domain/permissions/viewer.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { bodyOf } from './body-size.ts';
import type { FormNames } from './multipart.ts';
import { feedbackIdOf } from './serializers/feedback-issue.ts';
import { withoutEffectReason, type Shape } from './parameters.ts';
import { parse, unknownName, unwrapped } from './parse.ts';

/** Everything that a route reads from a request beside its path. The router refuses the rest with 400. */
export interface Reads {
  /** Query parameters by name. */
  query?: Shape;
  /** The schema of the JSON body. Its objects are strict, so that an unknown field is refused at every depth. */
  body?: z.ZodType;
  /** Names in a `multipart/form-data` body, which the handler reads with `readMultipart`. */
  form?: FormNames;
  /** The permission required in the organization of the path. */
  requires?: readonly Permission[];
}

interface Sent<R extends Reads> {
  query: R['query'] extends Shape ? z.output<z.ZodObject<R['query']>> : Record<never, never>;
  body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined;
}

export interface Route {
  method: Method;
  path: string;
  reads: Reads;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Register = <Path extends string, const R extends Reads>(
  path: Path,
  reads: R,
  handle: (context: Context<ApiEnv, Path>, viewer: Viewer, sent: Sent<R>) => Response | Promise<Response>,
) => void;

export interface Router {
  get: Register;
  post: Register;
  put: Register;
  delete: Register;
}

export type Routes = (api: Router, deps: ApiDeps) => void;

/**
 * Registers routes with their parameters, and lists them for the documentation and its test. The viewer of a route is
 * restricted to the organization of the path.
 */
export function createRouter(hono: Hono<ApiEnv>, deps: ApiDeps): { router: Router; routes: Route[] } {
  const routes: Route[] = [];
  const registerAs =
    (method: Method): Register =>
    (path, reads, handle) => {
      routes.push({ method, path, reads });
      hono.on(method, path, async (context) => {
        const query = readQuery(context, reads.query ?? {});
        const body = reads.form || method === 'GET' ? undefined : await readBody(context, reads.body);
        const viewer = await viewerOf(context, deps, reads.requires ?? []);
        return handle(context as never, viewer, { query, body } as never);
      });
    };
  return {
    router: {
      get: registerAs('GET'),
      post: registerAs('POST'),
      put: registerAs('PUT'),
      delete: registerAs('DELETE'),
    },
    routes,
  };
}

/** Without an organization in the path, its issue or feedback determines the organization. */
async function viewerOf(
  context: Context<ApiEnv>,
  { query }: ApiDeps,
  requires: readonly Permission[],
): Promise<Viewer> {
  const { org, issue } = context.req.param() as { org?: string; issue?: string };
  const viewer = context.get('viewer');
  if (org !== undefined) return query.viewerInOrganization(viewer, org, ...requires);
  if (issue === undefined) return viewer;
  const feedback = feedbackIdOf(issue);
  return query.viewerInOrganizationOf(viewer, feedback === null ? { issue } : { feedback });
}

function readQuery(context: Context, shape: Shape): unknown {
  const values: Record<string, unknown> = {};
  for (const [name, all] of Object.entries(context.req.queries())) {
    const schema = Object.hasOwn(shape, name) ? shape[name]! : null;
    if (!schema) throw unknownName('parameter', name, Object.keys(shape));
    if (!takesMany(schema) && all.length > 1) {
      throw new Refusal('invalid', `The parameter "${name}" can appear only once.`);
    }
    values[name] = takesMany(schema) ? all : all[0];
  }
  return parse(z.object(shape), values);
}

async function readBody(context: Context, schema: z.ZodType | undefined): Promise<unknown> {
  const parts: Uint8Array[] = [];
  for await (const part of bodyOf(context)) parts.push(part);
  const text = Buffer.concat(parts).toString();
  if (!schema && text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal('invalid', 'The request body is not JSON.');
  }
  return parse(schema ?? noFields, body ?? {});
}

const noFields = z.strictObject({});

function takesMany(schema: z.ZodType): boolean {
  return withoutEffectReason(schema) !== null || unwrapped(schema) instanceof z.ZodArray;
}
