import type { EventPayload } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import { expect, test } from 'vitest';
import { group } from '#domain/grouping/group.ts';
import { Ended } from '#pipeline/steps.ts';
import { eventItem } from '../../../testing/items.ts';
import { eventSteps } from '../steps.ts';
import type { PreparedEvent } from './encode-event.ts';

async function run(event: object, symbolicator?: BatchSymbolicator): Promise<PreparedEvent> {
  const item = eventItem(new TextEncoder().encode(JSON.stringify(event)), symbolicator && { symbolicator });
  const prepared = await eventSteps.run(item);
  if (prepared instanceof Ended) throw new Error(prepared.disposition.reason);
  return prepared;
}

const shortened = (code: number, args = '') =>
  `Minified React error #${code}; visit https://react.dev/errors/${code}${args} for the full message or use the non-minified dev environment for full errors and additional helpful warnings.`;
const reactError = (value: string) => ({ platform: 'javascript', exception: { values: [{ type: 'Error', value }] } });

test('a minified React error has its full text as title and is grouped by its number, also when regrouped', async () => {
  const work = await run(reactError(shortened(31, '?args[]=object%20with%20keys%20%7Bid%7D&args[]=')));
  expect(work.row.title).toMatch(/^Error: Objects are not valid as a React child \(found: object with keys \{id\}\)/);
  const { event } = await decodeBody(work.row.body);
  expect(event.exception!.values[0]!.raw_value).toContain('Minified React error #31');
  const other = await run(reactError(shortened(31, '?args[]=object%20with%20keys%20%7Bname%7D&args[]=')));
  expect(other.seed.hash).toBe(work.seed.hash);
  expect(group(event).hash).toBe(work.seed.hash);
  expect((await run(reactError(shortened(130)))).seed.hash).not.toBe(work.seed.hash);
  // Grouping v1 uses the number, so older issues keep their events.
  const undecoded = { ...event, exception: { values: [{ type: 'Error', value: shortened(31) }] } } as EventPayload;
  expect(group(undecoded).hash).toBe(work.seed.hash);
});

test('an event is grouped, titled and located by its mapped frames', async () => {
  const frames = [
    { filename: 'https://shop.example/assets/index-BAp1j0GA.js', function: 'Wb', lineno: 1, colno: 9, in_app: true },
  ];
  const event = {
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames } }] },
  };
  const mapping: BatchSymbolicator = {
    nameActions: () => {},
    symbolicate: async (payload) => {
      const [frame] = payload.exception!.values[0]!.stacktrace!.frames;
      Object.assign(frame!, {
        filename: 'src/basket.tsx',
        function: 'Row',
        context_line: 'return item.price.toFixed(2);',
      });
    },
  };
  const plain = await run(event);
  const mapped = await run(event, mapping);
  const methods = [plain, mapped].map(async ({ row }) => (await decodeBody(row.body)).grouping.method);
  expect(await Promise.all(methods)).toEqual(['message', 'frames']);
  expect(mapped.row.culprit).toBe('Row (src/basket.tsx)');
});
