import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson, readEnvelope, readEventId, type EventPayload } from '@seismo/protocol';
import { scrubEvent } from '../scrubbing/scrub.ts';
import { culpritOf, headlineOf } from './headline.ts';
import { normalizeEvent } from './normalize.ts';

const golden = join(import.meta.dirname, '../../../../../tests/golden');

/** One recording per kind of event and generation of SDK. `UPDATE_GOLDEN=1` writes the results. */
const representative = [
  'browser--11.12.0--messages.02-event',
  'browser--11.12.0--rich-scope.03-event+attachment',
  'browser--10.78.0--error-cause.02-event',
  'browser--10.78.0--error-uncaught.03-event',
  'browser--10.78.0--rich-scope.05-event+attachment',
  'browser--9.47.2--rich-scope.05-event+attachment',
  'browser--8.55.2--rich-scope.05-event+attachment',
  'browser--7.120.4--rich-scope.05-event+attachment',
  'nextjs--11.8.0--server.05-event',
  'nextjs--11.8.0--client-static.10-event',
  'node--11.12.0--capture-event-manual.02-event',
  'node--11.12.0--error-aggregate.02-event',
  'node--11.12.0--error-cause-chain.02-event',
  'node--11.12.0--error-local-vars.02-event',
  'node--11.12.0--error-nonerror-values.04-event',
  'node--11.12.0--messages.08-event',
  'node--11.12.0--uncaught-exception.02-event',
  'node--10.78.0--express.06-event',
  'node--7.120.4--error-rich-scope.02-event',
  'sentry-cli--3.8.0--send-event---no-environ.01-event',
];

function eventsOf(file: string): EventPayload[] {
  const envelope = readEnvelope(readFileSync(join(golden, 'envelopes', file)));
  return envelope.items
    .filter((item) => item.kind === 'event')
    .map((item) => {
      const parsed = parseJson(item.payload);
      if (!parsed.ok) throw new Error(`${file}: ${parsed.why}`);
      const raw = parsed.value as { event_id?: unknown; timestamp?: unknown };
      const seconds = typeof raw.timestamp === 'number' ? raw.timestamp : 1_795_255_200;
      const event = normalizeEvent(raw, {
        eventId: readEventId(raw.event_id) ?? readEventId('0'.repeat(32))!,
        receivedAtMs: Math.round(seconds * 1000) + 250,
        clockSkewMs: 0,
        clientAddress: '203.0.113.7',
        userAgent: null,
        inferIp: envelope.header.sdk?.inferIp ?? null,
      });
      if ('invalid' in event) throw new Error(`${file}: ${event.invalid}`);
      return scrubEvent(event);
    });
}

const files = readdirSync(join(golden, 'envelopes')).filter((file) => file.endsWith('.envelope'));

test('every recorded event of every SDK becomes an event, and nothing of it is dropped', () => {
  let count = 0;
  for (const file of files) {
    for (const event of eventsOf(file)) {
      count += 1;
      expect(
        event._meta.filter((note) => note.kind === 'dropped'),
        file,
      ).toEqual([]);
      expect(headlineOf(event).title, file).not.toBe('');
    }
  }
  expect(count).toBeGreaterThan(200);
});

test.each(representative)('%s gives the same result as before', (name) => {
  const normalized = eventsOf(`${name}.envelope`).map((event) => ({
    headline: headlineOf(event),
    culprit: culpritOf(event),
    event,
  }));
  const path = join(golden, 'normalized', `${name}.json`);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(join(golden, 'normalized'), { recursive: true });
    writeFileSync(path, `${JSON.stringify(normalized, null, 1)}\n`);
  }
  expect(JSON.parse(JSON.stringify(normalized))).toEqual(JSON.parse(readFileSync(path, 'utf8')));
});
