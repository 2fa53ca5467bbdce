import {
  CLIENT_FRAME_COUNT_MAX,
  CLIENT_STACK_CHARS_MAX,
  CLIENT_STACK_LINE_CHARS_MAX,
} from '@seismo/protocol/client-limits';
import type { StackFrame } from '../event.ts';

/**
 * The frames of `error.stack`, outermost first, at most the 50 nearest to the throw. The format is not standardized:
 *
 *     Chromium      at pay (https://shop.example/app.js:1:2)      at https://shop.example/app.js:1:2
 *     Firefox       pay@https://shop.example/app.js:1:2           @https://shop.example/app.js line 3 > eval:1:2
 *     Safari        pay@https://shop.example/app.js:1:2           https://shop.example/app.js:1:2     map@[native code]
 *
 * Every line is looked at once, with searches that cannot run away: a stack is text that any script may have written.
 */
export function parseStack(given: unknown, message = ''): StackFrame[] {
  if (typeof given !== 'string') return [];
  const stack = given.slice(0, CLIENT_STACK_CHARS_MAX);
  const frames: StackFrame[] = [];
  let start = stack.indexOf(message);
  // Chromium puts the message before the frames, and its lines may look like some.
  start = message && start > 0 && /^[^\n@]*: $/.test(stack.slice(0, start)) ? start + message.length : 0;
  while (start < stack.length && frames.length < CLIENT_FRAME_COUNT_MAX) {
    let end = stack.indexOf('\n', start);
    if (end < 0) end = stack.length;
    const frame = end - start <= CLIENT_STACK_LINE_CHARS_MAX && parseLine(stack.slice(start, end).trim());
    if (frame) frames.push(frame);
    start = end + 1;
  }
  return frames.reverse();
}

function parseLine(line: string): StackFrame | undefined {
  if (line.startsWith('at ')) return parseChromium(line.slice(3));
  const at = line.indexOf('@');
  // Without a function older Safaris write the address alone, and addresses may have an `@` too.
  const named = at >= 0 && !line.slice(0, at).includes('://');
  const location = line.slice(named ? at + 1 : 0);
  if (!named && !/^[\w-]+:\/\/.+:\d+$/.test(location)) return undefined;
  // `https://shop.example/app.js line 3 > eval:1:1`: where the text was evaluated.
  const [, file, lineno] = /^(.*?) line (\d+) > /.exec(location) ?? [];
  return frameAt(named ? line.slice(0, at) : '', file ? `${file}:${lineno}` : location);
}

function parseChromium(call: string): StackFrame {
  const open = call.endsWith(')') ? call.indexOf(' (') : -1;
  let location = open < 0 ? call : call.slice(open + 2, -1);
  // `eval at pay (https://shop.example/app.js:1:2), <anonymous>:1:1`.
  if (location.startsWith('eval at ')) location = location.slice(location.lastIndexOf('(') + 1).split(')', 1)[0]!;
  return frameAt(open < 0 ? '' : call.slice(0, open), location);
}

function frameAt(name: string, location: string): StackFrame {
  const position = /:(\d+)(?::(\d+))?$/.exec(location);
  return {
    // The text of a `data:` address is no place, and evaluated text may have none.
    filename: location.slice(0, position?.index).replace(/^(data:[^,]*),.*/s, '<$1>') || '<anonymous>',
    function: !name || name === '<anonymous>' ? '?' : name,
    in_app: true,
    ...(position && { lineno: +position[1]! }),
    ...(position?.[2] && { colno: +position[2] }),
  };
}
