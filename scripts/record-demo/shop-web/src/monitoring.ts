/// <reference types="vite/client" />
import * as Sentry from '@sentry/react';

/** Set by the build that records the traces of the demo. */
const TRACES = import.meta.env['VITE_TRACES'] === '1';

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}

export function startMonitoring(): void {
  Sentry.init({
    dsn: 'https://0f1e2d3c4b5a69788796a5b4c3d2e1f0@errors.acme.example/1',
    release: meta('release'),
    environment: import.meta.env.MODE,
    integrations: [
      Sentry.contextLinesIntegration(),
      ...(TRACES ? [Sentry.browserTracingIntegration({ instrumentPageLoad: true })] : []),
    ],
    ...(TRACES && { tracesSampleRate: 1, tracePropagationTargets: [/^https:\/\/shop\.acme\.example\/api\//] }),
    initialScope: { tags: { shop: 'acme', channel: 'web' } },
    beforeSend(event, hint) {
      // Browsers report this one for harmless layout work.
      const text = hint.originalException instanceof Error ? hint.originalException.message : event.message;
      return text?.startsWith('ResizeObserver loop completed') ? null : event;
    },
  });
}
