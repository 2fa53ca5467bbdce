import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../../testing/postgres.ts';
import { sharedOutboxConformance } from '../../outbox/conformance.ts';
import { publishedConformance } from '../../outbox/published.conformance.ts';
import { stateConformance } from '../../state.conformance.ts';
import { openPostgresState } from './open.ts';

describe.skipIf(!hasPostgres)('the PostgreSQL state', () => {
  let postgres: TestPostgres;
  let folder: string;
  let url: string;
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seismo-state-'));
    url = postgres.createStore();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = () => openPostgresState(url, join(folder, 'secret.key'));

  for (const [promise, check] of Object.entries({
    ...stateConformance,
    ...publishedConformance,
    ...sharedOutboxConformance,
  }))
    test(promise, () => check(open));
});
