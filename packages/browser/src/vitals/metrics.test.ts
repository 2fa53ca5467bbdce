import { describe, expect, test } from 'vitest';
import { interactions, layoutShifts, type LayoutShift } from './metrics.ts';

const shift = (startTime: number, value: number, hadRecentInput = false): LayoutShift =>
  ({ startTime, value, hadRecentInput }) as LayoutShift;

describe('layout shifts', () => {
  const total = (...entries: LayoutShift[]): number => {
    const shifts = layoutShifts();
    entries.forEach(shifts.add);
    return shifts.result().value;
  };

  test('add up while they are less than a second apart', () => {
    expect(total(shift(0, 0.1), shift(900, 0.1), shift(1800, 0.1))).toBeCloseTo(0.3);
    expect(total(shift(0, 0.1), shift(1000, 0.1))).toBeCloseTo(0.1);
  });

  test('add up for five seconds at most', () => {
    const every900ms = Array.from({ length: 10 }, (_, nth) => shift(nth * 900, 0.1));
    // Six begin within five seconds of the first; the window after them has four.
    expect(total(...every900ms)).toBeCloseTo(0.6);
  });

  test('that the visitor brought about do not count', () => {
    expect(total(shift(0, 0.5, true), shift(100, 0.1))).toBeCloseTo(0.1);
  });

  test('the largest shift of the largest window is the source', () => {
    const shifts = layoutShifts();
    for (const entry of [shift(0, 0.3), shift(2000, 0.1), shift(2500, 0.25), shift(5000, 0.2)]) shifts.add(entry);
    expect(shifts.result()).toEqual({ value: expect.closeTo(0.35), largest: shift(2500, 0.25) });
  });
});

describe('interactions', () => {
  const entry = (interactionId: number, duration: number) =>
    ({
      interactionId,
      duration,
      startTime: 0,
      processingStart: 1,
      processingEnd: 2,
      name: 'click',
      target: null,
    }) as unknown as PerformanceEventTiming & { interactionId: number };
  const of = (...entries: [id: number, duration: number][]) => {
    const inputs = interactions(() => 'button');
    for (const [id, duration] of entries) inputs.add(entry(id, duration));
    return inputs;
  };

  test('the slowest event of an interaction is its latency', () => {
    expect(of([7, 50], [7, 120], [7, 80]).worst()).toMatchObject({ latency: 120, target: 'button' });
  });

  test('events within one frame are one interaction, and slower ones of another frame replace them', () => {
    const event = (name: string, startTime: number, duration: number, processingStart: number, processingEnd: number) =>
      ({
        interactionId: 7,
        name,
        startTime,
        duration,
        processingStart,
        processingEnd,
        target: null,
      }) as unknown as PerformanceEventTiming;
    const inputs = interactions(() => 'button');
    for (const one of [
      event('pointerdown', 0, 16, 1, 2),
      event('pointerup', 100, 168, 101, 101.5),
      event('click', 100.5, 160, 102, 252),
    ])
      inputs.add(one);
    expect(inputs.worst()).toEqual({
      id: 7,
      latency: 168,
      name: 'pointerup',
      startTime: 100,
      processingStart: 101,
      processingEnd: 252,
      target: 'button',
    });
  });

  test('one of every fifty is dropped', () => {
    const inputs = of(...Array.from({ length: 10 }, (_, nth): [number, number] => [nth * 7, 1000 - nth]));
    expect(inputs.worst(49)?.latency).toBe(1000 - 1);
    expect(inputs.worst(50)?.latency).toBe(1000 - 2);
    expect(inputs.worst(10_000)?.latency).toBe(1000 - 9);
  });

  test('the number is taken from interaction IDs where the browser does not count', () => {
    expect(of([7, 300], [7 + 7 * 60, 200]).worst()?.latency).toBe(200);
    expect(of([7, 300], [14, 200]).worst()?.latency).toBe(300);
  });

  test('events without an interaction do not count', () => {
    expect(of([0, 500]).worst()).toBeUndefined();
  });
});
