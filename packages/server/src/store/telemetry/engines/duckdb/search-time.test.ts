import { expect, test } from 'vitest';
import { closing, testPath } from '../../../../testing/cleanup.ts';
import { batch, event, project } from '../../sample-rows.ts';
import { openDuckdbTelemetry } from './open.ts';

test('a search that takes too long is stopped, and the next query is answered', async () => {
  const telemetry = closing(await openDuckdbTelemetry(testPath('telemetry.duckdb'), { searchMsMax: 1 }));
  const title = 'a'.repeat(500);
  const events = Array.from({ length: 5_000 }, (_, index) => event(index, { title: `${title} ${index}` }));
  await telemetry.append(batch(1, { events }));
  const anywhere = Array.from({ length: 40 }, (_, index) => ({
    text: ['a', 'a', 'a', `b${index}`],
    in: 'anywhere' as const,
  }));
  const params = { projectId: project(1), before: null, count: 10 };
  await expect(telemetry.query('eventsOfProject', { ...params, where: { any: anywhere } })).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringMatching(/^The search was stopped because it took longer than 5 s\./),
  });
  expect(await telemetry.isSound()).toBe(true);
  expect(await telemetry.query('eventsOfProject', { ...params, where: null })).toHaveLength(10);
});
