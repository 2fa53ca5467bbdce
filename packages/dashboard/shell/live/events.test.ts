import { expect, test, vi } from 'vitest';
import { announce, onLiveEvent } from './events.ts';

test('a change reaches all listeners, or the first later one', () => {
  const [first, second, third] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  announce('change');
  announce('change');
  announce('away');
  const stop = [onLiveEvent('change', first), onLiveEvent('change', second), onLiveEvent('away', third)];
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  announce('change');
  announce('away');
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
  stop.forEach((each) => each());
  announce('change');
  expect(second).toHaveBeenCalledTimes(1);
  onLiveEvent('change', third)();
  expect(third).toHaveBeenCalledTimes(2);
});
