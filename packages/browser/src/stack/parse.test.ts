import { describe, expect, test } from 'vitest';
import chromium from '../../../../tests/golden/stacks/chromium.json' with { type: 'json' };
import firefox from '../../../../tests/golden/stacks/firefox.json' with { type: 'json' };
import safari from '../../../../tests/golden/stacks/safari.json' with { type: 'json' };
import { parseStack } from './parse.ts';

/** Recorded on one page that throws in every way, in Chromium 156, Firefox 153 and WebKit 605.1.15 (Safari 26's engine). */
const engines = { chromium: chromium.results, firefox: firefox.results, safari: safari.results };
type Case = keyof typeof chromium.results;
interface Recorded {
  message: string;
  stack?: string;
}

/** Innermost frames first, as `function file:line`. */
function read(engine: keyof typeof engines, name: Case): string[] {
  const { message, stack } = engines[engine][name] as Recorded;
  return parseStack(stack, message)
    .toReversed()
    .map(
      ({ function: called, filename, lineno }) =>
        `${called} ${filename.replace('https://shop.example', '')}${lineno ? `:${lineno}` : ''}`,
    );
}

const outermost = { chromium: '? /app.js', firefox: '? /app.js', safari: 'global code /app.js' };

describe.each(Object.keys(engines) as (keyof typeof engines)[])('stacks of %s', (engine) => {
  const last = outermost[engine];

  test('name function, file and line', () => {
    expect(read(engine, 'function')).toEqual(['pay /app.js:5', 'attempt /app.js:4', `${last}:7`]);
  });

  test('go through methods and native functions', () => {
    expect(read(engine, 'method and native callback')).toEqual(
      {
        chromium: [
          '? /app.js:6',
          'Array.reduce <anonymous>',
          'Basket.total /app.js:6',
          '? /app.js:8',
          'attempt /app.js:4',
          '? /app.js:8',
        ],
        firefox: ['total/< /app.js:6', 'total /app.js:6', '? /app.js:8', 'attempt /app.js:4', '? /app.js:8'],
        // A call in tail position leaves no frame in WebKit.
        safari: ['? /app.js:6', 'reduce [native code]', '? /app.js:8', 'attempt /app.js:4', 'global code /app.js:8'],
      }[engine],
    );
  });

  test('say where evaluated text came from', () => {
    expect(read(engine, 'eval in eval').slice(-3)).toEqual(['? /app.js:13', 'attempt /app.js:4', `${last}:13`]);
    expect(read(engine, 'eval in eval')[0]).toBe(
      { chromium: 'eval /app.js:13', firefox: '? /app.js:13', safari: 'eval code <anonymous>' }[engine],
    );
    expect(read(engine, 'new Function').slice(-3)).toEqual(['? /app.js:14', 'attempt /app.js:4', `${last}:14`]);
  });

  test('do not come from a message that looks like one', () => {
    expect(read(engine, 'message with frames')).toEqual(['? /app.js:15', 'attempt /app.js:4', `${last}:15`]);
    expect(read(engine, 'message with at sign')).toEqual(['? /app.js:16', 'attempt /app.js:4', `${last}:16`]);
  });

  test('hold the 50 frames nearest to the throw', () => {
    const frames = read(engine, 'deep recursion');
    // Chromium captures 10 frames unless the page raises the limit, other engines 100.
    expect(frames).toHaveLength(engine === 'chromium' ? 10 : 50);
    expect(new Set(frames)).toEqual(new Set(['dig /app.js:17']));
  });

  test('know constructors, getters, listeners, timers, promises, workers and handlers in the page', () => {
    expect(read(engine, 'constructor')[0]).toMatch(/^(new )?A \/app\.js:11$/);
    expect(read(engine, 'getter')[0]).toMatch(/^(get )?first \/app\.js:6$/);
    expect(read(engine, 'listener')[2]).toMatch(/^(HTMLButtonElement\.)?onClick \/app\.js:28$/);
    expect(read(engine, 'timer')[2]).toBe('later /app.js:23');
    expect(read(engine, 'async').slice(0, 2)).toEqual(['pay /app.js:5', 'order /app.js:21']);
    expect(read(engine, 'worker')[0]).toBe('inWorker /worker.js:1');
    expect(read(engine, 'inline handler')[0]).toMatch(/^(HTMLElement\.)?onclick \/:1$/);
  });

  test('keep addresses with odd signs whole, and drop the text of data addresses', () => {
    expect(read(engine, 'module at an odd address')[0]).toBe('fail /a@1.0%20(x)/mod.js:1');
    expect(read(engine, 'data address')[0]).toBe('fail <data:text/javascript>:1');
  });

  test('give every frame of a known kind', () => {
    for (const name of Object.keys(engines[engine]) as Case[]) {
      for (const frame of read(engine, name))
        expect(frame).toMatch(/ (\/\S*:\d+|<anonymous>|\[native code\]|<data:.*|index \d+)$/);
    }
  });
});

test('evaluated code without a file has a frame', () => {
  const stack = 'Error: x\n    at checkOut (eval at evaluate (:234:30), <anonymous>:8:15)';
  expect(parseStack(stack, 'x')).toMatchObject([{ function: 'checkOut', filename: '<anonymous>', lineno: 234 }]);
});

test('a lone address is a frame, as older Safaris write it', () => {
  expect(parseStack('https://shop.example/npm/react@18/a.js:3:7\nhttps://shop.example/b.js:1:2')).toMatchObject([
    { filename: 'https://shop.example/b.js', function: '?', lineno: 1, colno: 2 },
    { filename: 'https://shop.example/npm/react@18/a.js', function: '?', lineno: 3, colno: 7 },
  ]);
});

test('an invalid stack has no frames', () => {
  for (const stack of [undefined, null, 7, {}, '', 'Error: x', 'Error: x\n\n\n', 'just text: with colons'])
    expect(parseStack(stack)).toEqual([]);
});
