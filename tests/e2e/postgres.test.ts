import { afterAll, describe } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { placeState } from './running-server.ts';

/** The main journeys of the dashboard once more, with the state on PostgreSQL. */
// A machine without PostgreSQL cannot run them.
describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  if (!hasPostgres) return;
  const postgres = startPostgres();
  afterAll(() => postgres.stop());
  placeState(postgres.createStore);
  // Each file registers its hooks and tests here.
  describe('invitation and sign-in', async () => void (await import('./accounts.test.ts')));
  describe('merge, split and undo', async () => void (await import('./grouping.test.ts')));
  describe('resolve and regress', async () => void (await import('./issue-status.test.ts')));
});
