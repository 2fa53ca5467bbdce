import { captureException, init } from '@seismo/nextjs';
import { rateLimit } from './rate.ts';
import { withoutSecrets } from './without-secrets.ts';
import { setReporter } from './report.ts';

const REPORTS_MAX = 10;
const REPORTS_WINDOW_MS = 60_000;

export interface Reporting {
  dsn: string;
  tunnel: string;
  release: string;
}

/** Starts error reporting through our own tunnel. Errors about the tunnel itself are dropped, so nothing can loop. */
export function startReporting({ dsn, tunnel, release }: Reporting): void {
  const admit = rateLimit(REPORTS_MAX, REPORTS_WINDOW_MS, () => Date.now());
  init({
    dsn,
    tunnel,
    release,
    environment: 'dashboard',
    beforeSend(event) {
      const text = `${event.message ?? ''} ${(event.exception?.values ?? []).map((value) => value.value ?? '').join(' ')}`;
      return text.includes(tunnel) || !admit() ? null : withoutSecrets(event);
    },
  });
  setReporter((error) => void captureException(error));
}
