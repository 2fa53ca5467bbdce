import * as Sentry from 'sentry-node-v7';

Sentry.init({ dsn: process.env['E2E_DSN'] ?? '', release: 'e2e-node@1.0.0', environment: 'e2e', serverName: 'e2e' });
Sentry.setUser({ id: 'u-4', email: 'daniel@mail.example' });
Sentry.setTag('job', 'export');

function writeReport(lines: string[] | null): number {
  return lines!.length;
}

Sentry.addBreadcrumb({ category: 'export', message: 'report opened', level: 'info' });
try {
  writeReport(null);
} catch (error) {
  Sentry.captureException(error);
}
await Sentry.flush(30_000);
