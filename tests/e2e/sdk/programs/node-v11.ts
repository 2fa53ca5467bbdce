import * as Sentry from '@sentry/node';

Sentry.init({ dsn: process.env['E2E_DSN'] ?? '', release: 'e2e-node@1.0.0', environment: 'e2e', serverName: 'e2e' });
Sentry.setUser({ id: 'u-3', email: 'carla@mail.example' });
Sentry.setTag('job', 'import');

function parseRow(row: string): unknown {
  return JSON.parse(row);
}

function importRow(row: string): unknown {
  try {
    return parseRow(row);
  } catch (cause) {
    throw new Error('Row 3 could not be imported', { cause });
  }
}

Sentry.addBreadcrumb({ category: 'import', message: 'row 3 read', level: 'info' });
// Uncaught: the SDK reports the crash as fatal, then ends the process.
setTimeout(() => importRow('{"price": }'), 10);
