import { addBreadcrumb } from '../capture.ts';
import type { Client } from '../client.ts';
import { textOf } from '../errors/normalize.ts';
import type { SeverityLevel } from '../event.ts';
import type { Integration } from '../integration.ts';
import { observeConsole } from '../page/console.ts';
import { listen } from '../page/listen.ts';
import { observeNavigation } from '../page/navigation.ts';
import { observeRequests } from '../page/requests.ts';
import { selectorOf } from '../page/selector.ts';

export interface BreadcrumbOptions {
  console?: boolean;
  /** Clicks, and changes of form fields without their values. */
  dom?: boolean;
  fetch?: boolean;
  xhr?: boolean;
  history?: boolean;
}

/** Records the 100 last breadcrumbs before an error: console, requests, clicks and navigations. */
export function breadcrumbs(options: BreadcrumbOptions = {}): Integration {
  return {
    name: 'Breadcrumbs',
    setup(client) {
      if (options.console !== false) leaveConsole(client);
      if (options.dom !== false) leaveClicks(client);
      if (options.history !== false) {
        observeNavigation(client, (to, from) =>
          addBreadcrumb({ category: 'navigation', data: { from: shortened(from), to: shortened(to) } }),
        );
      }
      leaveRequests(client, options);
      client.on('event', ({ event_id, type, level, message, exception }) => {
        if (type) return;
        const { type: kind = '', value = '' } = exception?.values.at(-1) ?? {};
        addBreadcrumb({
          category: 'sentry.event',
          message: message ?? `${kind}: ${value}`,
          data: { event_id },
          ...(level && { level }),
        });
      });
    },
  };
}

/** For the page's own origin, the path is enough. */
const shortened = (url: string): string =>
  url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url;

function leaveConsole(client: Client): void {
  observeConsole(client, (method, args) => {
    const level =
      ({ warn: 'warning', assert: 'error', trace: 'log' } as Record<string, SeverityLevel>)[method] ??
      (method as SeverityLevel);
    addBreadcrumb(
      { category: 'console', level, message: textOf(args), data: { logger: 'console' } },
      { input: args, level },
    );
  });
}

function leaveClicks(client: Client): void {
  for (const [type, category] of [
    ['click', 'ui.click'],
    ['change', 'ui.input'],
  ] as const) {
    listen(
      client.signal,
      type,
      (event) => {
        const message = selectorOf(event.target);
        if (message) addBreadcrumb({ category, message }, { event, name: type });
      },
      { capture: true, passive: true },
    );
  }
}

function leaveRequests(client: Client, options: BreadcrumbOptions): void {
  observeRequests(client, {
    started() {},
    ended({ kind, method, url, status, action }) {
      if (options[kind] === false) return;
      const level = status >= 500 || !status ? 'error' : status >= 400 ? 'warning' : undefined;
      addBreadcrumb({
        type: 'http',
        category: kind,
        ...(level && { level }),
        data: {
          method,
          url: url.href,
          ...(status && { status_code: status }),
          ...(action && { 'http.action_id': action.id, 'http.route': action.route }),
        },
      });
    },
  });
}
