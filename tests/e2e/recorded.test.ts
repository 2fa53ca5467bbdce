import { expect, test } from 'vitest';
import { readEnvelope, recordCountOf, type EnvelopeItem } from '@seismo/protocol';
import { readRecordings, sendRecording } from './recorded.ts';
import { startServer } from './running-server.ts';

function itemsEnded(metrics: Map<string, number>): { received: number; ended: number } {
  let received = 0;
  let ended = 0;
  for (const [sample, value] of metrics) {
    const outcome = /^seismo_items_total\{outcome="([^"]+)"\}$/.exec(sample)?.[1];
    if (outcome === 'received') received += value;
    // Items that clients dropped never arrived, so the sum excludes them.
    else if (outcome !== undefined && outcome !== 'client-discard') ended += value;
  }
  return { received, ended };
}

/** Session aggregates count individually, and so do the spans of a transaction, although their items have no `item_count`. */
function recordsOf(item: EnvelopeItem): number {
  if (item.kind !== 'sessions' && item.kind !== 'transaction') return recordCountOf(item);
  const { aggregates, spans = [] } = JSON.parse(new TextDecoder().decode(item.payload)) as Containers;
  return item.kind === 'sessions' ? aggregates.length : 1 + spans.length;
}

interface Containers {
  aggregates: unknown[];
  spans?: unknown[];
}

test('every recorded SDK envelope is accepted, and each of its records has an outcome', async () => {
  await using server = await startServer();
  const project = await server.createProject('recorded', 'other');
  const recordings = await readRecordings();
  const refused: string[] = [];
  let records = 0;
  for (const recording of recordings) {
    const answer = await sendRecording(recording, server.url, project);
    if (answer.status !== 200) refused.push(`${recording.file}: ${answer.status} ${await answer.text()}`);
    else await answer.arrayBuffer();
    for (const item of readEnvelope(recording.body).items) records += recordsOf(item);
  }
  expect(refused).toEqual([]);
  expect(recordings.length).toBeGreaterThan(600);

  await expect
    .poll(async () => (await server.metrics()).get('seismo_journal_entries'), { timeout: 60_000, interval: 200 })
    .toBe(0);
  const { received, ended } = itemsEnded(await server.metrics());
  expect(received).toBe(records);
  expect(ended).toBe(received);
  expect((await server.metrics()).get('seismo_dead_letters')).toBe(0);
});
