import { expect, test } from 'vitest';
import type { UserId } from '@seismo/protocol';
import { createSlots } from './slots.ts';

const [ann, bob] = [1 as UserId, 2 as UserId];

test('slots are granted in order of arrival, and a user at the limit waits only for their own slots', async () => {
  const take = createSlots({ countMax: 3, perUserCountMax: 2, waitingCountMax: 3, refusal: 'Too many.' });
  const began: string[] = [];
  const begins = (requestedBy: UserId, name: string) =>
    take(requestedBy).then((leave) => {
      began.push(name);
      return leave;
    });
  const first = await begins(ann, 'a1');
  const second = await begins(ann, 'a2');
  const third = begins(ann, 'a3');
  const leaveBob = await begins(bob, 'b1');
  expect(began).toEqual(['a1', 'a2', 'b1']);
  const fourth = begins(bob, 'b2');
  void begins(ann, 'a4');
  await expect(take(bob)).rejects.toMatchObject({ code: 'too-many', message: 'Too many.' });
  leaveBob();
  // Ann has two still, so that the place is Bob's.
  const leaveBobAgain = await fourth;
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2']);
  first();
  first();
  second();
  (await third)();
  await expect.poll(() => began).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4']);
  leaveBobAgain();
});

test('leaving the waiting list takes no slot', async () => {
  const take = createSlots({ countMax: 1, perUserCountMax: 1, waitingCountMax: 1, refusal: 'Too many.' });
  const leave = await take(ann);
  const gone = new AbortController();
  const waiting = take(bob, gone.signal);
  gone.abort();
  await expect(waiting).rejects.toThrow(/closed the connection/);
  const next = take(bob);
  leave();
  (await next)();
});
