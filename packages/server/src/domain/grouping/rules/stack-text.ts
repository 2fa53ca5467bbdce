import { limits } from '@seismo/protocol';
import { printMatcher } from './fingerprint-text.ts';
import { LineReader, parseLines } from './reader.ts';
import { stackKeys, type Matcher, type Parsed, type StackAction, type StackRule } from './syntax.ts';

/** `path:"*vendor*" -app`, `[ function:retry ] | function:* v-group`, `family:javascript max-frames=5` */
export function parseStackRules(text: string): Parsed<StackRule> {
  return parseLines(text, readRule);
}

const ACTION = /[\^v]?[+-][a-z-]+(?=\s|$)/y;
const COUNT = /[a-z-]+(?=\s*=)/y;
/** Parts of Sentry's language that Seismo lacks, with the reason. */
const unknownActions: Record<string, string> = {
  category: 'Frame categories are not supported. Use app or group instead.',
  'invert-stacktrace': 'invert-stacktrace is not supported: matching always starts at the throwing frame.',
};

function readRule(reader: LineReader, line: number): StackRule {
  const caller = reader.takes('[') ? readSibling(reader) : null;
  if (caller && !reader.takes('|')) reader.fail('A "|" is expected between the caller and its frame.', reader.at, 1);
  const matchers: Matcher[] = [];
  let callee: Matcher | null = null;
  const actions: StackAction[] = [];
  while (!reader.ended) {
    if (reader.takes('|')) {
      if (!reader.takes('[')) reader.fail('A "[" is expected before the frame that is called.', reader.at, 1);
      callee = readSibling(reader);
      break;
    }
    if (startsAction(reader)) break;
    if (matchers.length >= limits.RULE_MATCHER_COUNT_MAX) {
      reader.fail(`Use at most ${limits.RULE_MATCHER_COUNT_MAX} conditions per rule.`);
    }
    matchers.push(reader.matcher(stackKeys));
  }
  if (matchers.length === 0) reader.fail('A condition is expected here, such as stack.function:handle*.', 0, 1);
  while (!reader.ended) actions.push(readAction(reader));
  if (actions.length === 0) reader.fail('An action is expected here, such as -app or +group.', reader.at, 1);
  return { line, text: reader.text.trim(), caller, matchers, callee, actions };
}

function readSibling(reader: LineReader): Matcher {
  const sibling = reader.matcher(stackKeys);
  if (!reader.takes(']')) reader.fail('A "]" is expected here, after a space.', reader.at, 1);
  return sibling;
}

function startsAction(reader: LineReader): boolean {
  const from = reader.at;
  const starts = reader.match(ACTION) !== null || reader.match(COUNT) !== null;
  reader.at = from;
  return starts;
}

function readAction(reader: LineReader): StackAction {
  const from = reader.at;
  const mark = reader.match(ACTION);
  if (mark !== null) {
    const range = mark[0] === '^' ? 'up' : mark[0] === 'v' ? 'down' : null;
    const sign = range === null ? mark[0] : mark[1];
    const target = mark.slice(range === null ? 1 : 2);
    if (target !== 'app' && target !== 'group') reader.fail(`Unknown action "${mark}". Use app or group.`, from);
    return { kind: 'mark', range, on: sign === '+', target };
  }
  const name = reader.match(COUNT);
  if (name === null) reader.fail('An action is expected here, such as -app or max-frames=5.', from, 1);
  if (Object.hasOwn(unknownActions, name)) reader.fail(unknownActions[name]!, from);
  if (name !== 'max-frames' && name !== 'min-frames') {
    reader.fail(`Unknown action "${name}". Use max-frames or min-frames.`, from);
  }
  reader.takes('=');
  reader.skipBlanks();
  const countFrom = reader.at;
  const count = reader.match(/\d{1,3}(?=\s|$)/y);
  if (count === null) reader.fail('A number of frames is expected here.', countFrom, 1);
  return { kind: 'count', name, count: Number(count) };
}

/** Prints rules; `parseStackRules` reads them back unchanged. */
export function printStackRules(rules: readonly StackRule[]): string {
  return rules.map(printRule).join('\n');
}

function printRule({ caller, matchers, callee, actions }: StackRule): string {
  return [
    ...(caller ? [`[ ${printMatcher(caller)} ] |`] : []),
    ...matchers.map(printMatcher),
    ...(callee ? [`| [ ${printMatcher(callee)} ]`] : []),
    ...actions.map(printAction),
  ].join(' ');
}

function printAction(action: StackAction): string {
  if (action.kind === 'count') return `${action.name}=${action.count}`;
  const range = action.range === 'up' ? '^' : action.range === 'down' ? 'v' : '';
  return `${range}${action.on ? '+' : '-'}${action.target}`;
}
