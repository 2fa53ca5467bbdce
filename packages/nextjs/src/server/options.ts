import type { Breadcrumb, BreadcrumbHint, Event, EventHint, Log, Scope, ScopeContext } from '@seismo/browser';
import type { FilterOptions } from '@seismo/browser/parts';

export interface ServerOptions extends FilterOptions {
  /** By default `SEISMO_DSN`, `NEXT_PUBLIC_SEISMO_DSN`, or that of `withSeismo`. Without it, nothing is sent. */
  dsn?: string | undefined;
  enabled?: boolean;
  /** Lets the SDK log its own errors to the console. */
  debug?: boolean;
  release?: string | undefined;
  environment?: string | undefined;
  dist?: string | undefined;
  serverName?: string | undefined;
  /** Share of error events that are sent, from 0 to 1. */
  sampleRate?: number;
  maxBreadcrumbs?: number;
  /** Also sends the visitor's address and the query of the page. */
  sendDefaultPii?: boolean;
  /** Data of every event, in and outside of requests. */
  initialScope?: Scope | ScopeContext | ((scope: Scope) => unknown);
  /** Replaces the network transport. Resolves once the envelope is stored. */
  deliver?: (envelope: Uint8Array<ArrayBuffer>) => Promise<unknown>;
  /** Changes an event, or drops it by answering `null`. */
  beforeSend?: (event: Event, hint: EventHint) => Event | null | PromiseLike<Event | null>;
  beforeBreadcrumb?: (breadcrumb: Breadcrumb, hint?: BreadcrumbHint) => Breadcrumb | null;
  beforeSendLog?: (log: Log) => Log | null;
}

/**
 * From the code, else the environment of the server, else `withSeismo`. The bundler inserts the last ones, so each is
 * written out.
 */
export function withServerDefaults(given: ServerOptions): ServerOptions {
  const { env } = process;
  return {
    ...given,
    dsn: given.dsn || env['SEISMO_DSN'] || env['NEXT_PUBLIC_SEISMO_DSN'] || process.env.SEISMO_NEXT_DSN,
    release: given.release || env['SEISMO_RELEASE'] || process.env.SEISMO_NEXT_RELEASE || undefined,
    environment:
      given.environment || env['SEISMO_ENVIRONMENT'] || process.env.SEISMO_NEXT_ENVIRONMENT || env['NODE_ENV'],
  };
}
