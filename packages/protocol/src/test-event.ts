import type { EventId } from './ids.ts';

/** The sender of test events from the dashboard. */
export const testSdkName = 'seismo.test-event';

/** An envelope with a test event that is clearly labeled. All test events of a project form one issue. */
export function testEnvelope(eventId: EventId, atMs: number, sentBy: string): string {
  const event = {
    event_id: eventId,
    timestamp: atMs / 1000,
    platform: 'other',
    level: 'info',
    environment: 'test',
    fingerprint: ['seismo-test-event'],
    sdk: { name: testSdkName, version: '1' },
    tags: { test: 'yes' },
    exception: { values: [{ type: 'Test event', value: `Sent by ${sentBy} to check that events arrive.` }] },
  };
  return [{ event_id: eventId, sent_at: new Date(atMs).toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}
