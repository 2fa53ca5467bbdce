import type { Event, EventHint, Integration } from '@seismo/browser';
import { safely } from '@seismo/browser/parts';
import { digestOf } from '../digest.ts';
import { componentStackOf } from '../react/component-stacks.ts';
import { isHydrationError, watchHydration } from './hydration.ts';
import { currentRoute } from './route.ts';

export interface NextErrorsOptions {
  /** Reports where the server's page and the browser's began to differ, with the text around it. */
  hydrationDifference?: boolean;
}

/** Adds what Next and React know of an error: route, digest, component stack, hydration difference. */
export function nextErrors({ hydrationDifference = true }: NextErrorsOptions = {}): Integration {
  let hydration: ReturnType<typeof watchHydration> | undefined;
  return {
    name: 'NextErrors',
    setup({ signal }) {
      if (hydrationDifference && typeof MutationObserver === 'function') hydration = watchHydration(signal);
    },
    processEvent(event, { originalException }: EventHint): Event {
      if (event.type) return event;
      const digest = digestOf(originalException);
      const route = safely(currentRoute);
      const componentStack = componentStackOf(originalException);
      const difference = isHydrationError(originalException) ? hydration?.difference() : undefined;
      const nextjs = {
        ...(digest && { digest, router_kind: routerKind() }),
        ...(route && { route }),
        ...event.contexts?.['nextjs'],
      };
      return {
        ...event,
        transaction: event.transaction ?? route,
        contexts: {
          ...event.contexts,
          ...((digest || route) && { nextjs }),
          ...(componentStack && { react: { ...event.contexts?.['react'], componentStack } }),
          ...(difference && { hydration: difference }),
        },
        ...(digest && { tags: { ...event.tags, digest } }),
      };
    },
  };
}

const routerKind = (): string => ('__NEXT_DATA__' in globalThis ? 'Pages Router' : 'App Router');
