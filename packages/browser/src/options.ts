import type { Breadcrumb, BreadcrumbHint, Event, EventHint } from './event.ts';
import type { FilterOptions, Pattern } from './filter/filter.ts';
import type { Integration } from './integration.ts';
import type { Log } from './logs/log.ts';
import type { Scope, ScopeContext } from './scope.ts';
import type { SamplingContext } from './tracing/sampling.ts';

type Awaitable<T> = T | PromiseLike<T>;

/** Options of `init`, with the names of @sentry/browser. */
export interface BrowserOptions extends FilterOptions {
  /** Without it, nothing is sent; all functions still work. */
  dsn?: string | undefined;
  /**
   * Path on your own site that envelopes are sent to, so that ad blockers let them through. `false` sends directly to
   * the DSN's host.
   */
  tunnel?: string | false | undefined;
  enabled?: boolean;
  /** Lets the SDK log its own errors to the console. */
  debug?: boolean;
  release?: string | undefined;
  environment?: string | undefined;
  dist?: string | undefined;
  /** Added to the defaults, or a function that receives them and returns the ones to use. */
  integrations?: readonly Integration[] | ((defaults: Integration[]) => Integration[]);
  /** `false`: only those of `integrations`. */
  defaultIntegrations?: false | readonly Integration[];
  /** Share of error events that are sent, from 0 to 1. */
  sampleRate?: number;
  maxBreadcrumbs?: number;
  /** Lets the server note the visitor's IP address. */
  sendDefaultPii?: boolean;
  initialScope?: Scope | ScopeContext | ((scope: Scope) => unknown);
  beforeSend?: (event: Event, hint: EventHint) => Awaitable<Event | null>;
  beforeSendTransaction?: (event: Event, hint: EventHint) => Awaitable<Event | null>;
  beforeBreadcrumb?: (breadcrumb: Breadcrumb, hint?: BreadcrumbHint) => Breadcrumb | null;
  /** Compresses large envelopes that go to your own site. Turn it off if your tunnel parses bodies. */
  compress?: boolean;
  /** SDKs that build on this one set their own name. */
  _metadata?: { sdk?: { name?: string; version?: string; packages?: { name: string; version: string }[] } };

  /** Share of traces that are sent, from 0 to 1. For `tracing()`. */
  tracesSampleRate?: number;
  tracesSampler?: (context: SamplingContext) => number | boolean;
  /** Parts of URLs, or patterns, whose requests get trace headers. Default: requests to the page's origin. */
  tracePropagationTargets?: readonly Pattern[];
  /** Also sends W3C `traceparent`. */
  propagateTraceparent?: boolean;
  beforeSendLog?: (log: Log) => Log | null;
}

/** Bundler plugins leave the release on the page. */
export function withDefaults(options: BrowserOptions): BrowserOptions {
  const { SENTRY_RELEASE } = globalThis as { SENTRY_RELEASE?: { id?: string } };
  const { tunnel = '/monitoring', release = SENTRY_RELEASE?.id, environment = 'production' } = options;
  return { ...options, tunnel, release, environment };
}
