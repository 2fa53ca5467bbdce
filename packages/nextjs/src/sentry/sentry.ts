import { digestOf } from '../digest.ts';
import { componentStackOf } from '../react/component-stacks.ts';

/** The part of Sentry's events that is read and written, so that its types are not a dependency. */
interface SentryEvent {
  tags?: Record<string, unknown>;
  contexts?: Record<string, Record<string, unknown> | undefined>;
}

interface SentryHint {
  originalException?: unknown;
}

/**
 * For apps with `@sentry/nextjs`: `Sentry.init({ integrations: [digestIntegration()] })` in `instrumentation-client.ts`
 * and on the server. It adds the digest that visitors see, which Sentry's SDK leaves out, to events.
 */
export function digestIntegration() {
  return {
    name: 'SeismoDigest',
    processEvent<Event extends object>(event: Event, { originalException }: SentryHint = {}): Event {
      const digest = digestOf(originalException);
      if (!digest) return event;
      const { tags, contexts } = event as SentryEvent;
      // The field names of `captureRequestError` of @sentry/nextjs (11.8, `common/captureRequestError.js`).
      const { router_path: route, ...rest } = contexts?.['nextjs'] ?? {};
      const componentStack = componentStackOf(originalException);
      return {
        ...event,
        tags: { ...tags, digest },
        contexts: {
          ...contexts,
          nextjs: { ...contexts?.['nextjs'], ...rest, ...(route !== undefined && { route }), digest },
          ...(componentStack && { react: { ...contexts?.['react'], componentStack } }),
        },
      };
    },
  };
}
