import type { Hono } from 'hono';
import type { Viewer } from '#query/viewer.ts';
import type { Commands, Queries } from '../runtime.ts';

export interface ApiDeps {
  query: Queries;
  command: Commands;
  version: string;
  publicUrl: string;
  log: { error(fields: object, message: string): void };
}

/** Every route below has a viewer; nobody without a good token gets there. */
export interface ApiEnv {
  Variables: { viewer: Viewer };
}

export type Routes = (api: Hono<ApiEnv>, deps: ApiDeps) => void;
