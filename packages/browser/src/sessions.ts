import { hexId, isoTime, millis } from './clock.ts';
import type { Client } from './client.ts';
import type { Integration } from './integration.ts';
import { observeNavigation } from './page/navigation.ts';
import { pageScopes } from './scopes.ts';

interface Session {
  sid: string;
  init: boolean;
  startedMs: number;
  status: 'ok' | 'exited' | 'unhandled';
  errors: number;
}

/**
 * Release health: a session for the page and one for each navigation (`lifecycle: 'route'`, as in @sentry/browser), or
 * one for the page only. Requires a `release`, because sessions are counted per release.
 */
export function sessions({ lifecycle = 'route' }: { lifecycle?: 'route' | 'page' } = {}): Integration {
  return {
    name: 'BrowserSession',
    setup(client) {
      if (!client.options.release || typeof document === 'undefined') return;
      let session = begin();
      // After the current task, so that data set right after `init` is in the first session.
      setTimeout(() => send(client, session));
      client.on('event', ({ type, level, exception }) => {
        if (type || !(exception || level === 'error' || level === 'fatal')) return;
        session.errors += 1;
        const unhandled = exception?.values.some(({ mechanism }) => mechanism?.handled === false);
        // Only the first error changes what the server counts.
        if (session.errors > 1 && (!unhandled || session.status === 'unhandled')) return;
        if (unhandled) session.status = 'unhandled';
        send(client, session);
      });
      const end = (): void => {
        if (session.status === 'ok') session.status = 'exited';
        send(client, session);
      };
      if (lifecycle === 'route') {
        observeNavigation(client, (to, from) => {
          if (to.split(/[?#]/)[0] === from.split(/[?#]/)[0]) return;
          end();
          session = begin();
          send(client, session);
        });
      }
    },
  };
}

const begin = (): Session => ({ sid: hexId(16), init: true, startedMs: millis(), status: 'ok', errors: 0 });

function send(client: Client, session: Session): void {
  const { sid, init, startedMs, status, errors } = session;
  const { release, environment, sendDefaultPii } = client.options;
  const { id, email, username } = pageScopes().page.user ?? {};
  const did = id ?? email ?? username;
  void client.send([
    {
      header: { type: 'session' },
      payload: {
        sid,
        init,
        started: new Date(startedMs).toISOString(),
        timestamp: isoTime(),
        status,
        errors,
        ...(did !== undefined && { did: String(did) }),
        duration: (millis() - startedMs) / 1000,
        attrs: {
          release,
          environment,
          user_agent: navigator.userAgent,
          ...(sendDefaultPii && { ip_address: '{{auto}}' }),
        },
      },
    },
  ]);
  session.init = false;
}
