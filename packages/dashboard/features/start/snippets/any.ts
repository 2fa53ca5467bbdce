import type { Step } from './step.ts';

export function any(dsn: string): Step[] {
  return [
    { title: 'Every Sentry SDK reads the DSN from its options or the environment', code: `SENTRY_DSN=${dsn}` },
    { title: 'Send an event from a shell, without an SDK', code: curlEnvelope(dsn) },
  ];
}

/** Sends one event with curl: a header line, an item header, the event. */
function curlEnvelope(dsn: string): string {
  const url = URL.canParse(dsn) ? new URL(dsn) : null;
  if (!url) return '';
  const path = url.pathname.replace(/\/([^/]*)$/, '/api/$1/envelope/');
  return `curl '${url.origin === 'null' ? '' : `${url.protocol}//${url.host}`}${path}?sentry_key=${url.username}' \\\n  --data-binary $'{}\\n{"type":"event"}\\n{"message":"Hello, Seismo","level":"error"}'`;
}
