/**
 * Grouping rules, one per line, in Sentry's syntax (getsentry/sentry `grouping/fingerprinting` and `grouping/enhancer`,
 * grammars read 2026-11), so that existing rules can be pasted.
 */
export type MatcherKey =
  | 'error.type'
  | 'error.value'
  | 'error.mechanism'
  | 'message'
  | 'logger'
  | 'level'
  | 'stack.module'
  | 'stack.abs_path'
  | 'stack.package'
  | 'stack.function'
  | 'app'
  | 'family'
  | 'sdk'
  | 'release'
  | 'transaction'
  | `tags.${string}`;

export interface Matcher {
  key: MatcherKey;
  pattern: string;
  negated: boolean;
}

/** Text with variables in it: `checkout-{{ error.type }}`. */
export type Template = (string | { variable: string })[];

export interface FingerprintRule {
  line: number;
  /** As written. */
  text: string;
  matchers: Matcher[];
  fingerprint: Template[];
  title: Template | null;
}

export interface StackRule {
  line: number;
  text: string;
  /** The conditions for the calling and the called frame. */
  caller: Matcher | null;
  matchers: Matcher[];
  callee: Matcher | null;
  actions: StackAction[];
}

export type StackAction =
  /** `up`: the frames nearer to the error. `down`: those farther from it. `null`: the frame itself. */
  | { kind: 'mark'; range: 'up' | 'down' | null; on: boolean; target: 'app' | 'group' }
  | { kind: 'count'; name: 'max-frames' | 'min-frames'; count: number };

/** Errors in a text of rules; lines and columns count from 1. */
export interface Problem {
  line: number;
  column: number;
  length: number;
  message: string;
}

export interface Parsed<Rule> {
  rules: Rule[];
  problems: Problem[];
}

const aliases: Record<string, MatcherKey> = {
  'error.type': 'error.type',
  type: 'error.type',
  'error.value': 'error.value',
  value: 'error.value',
  'error.mechanism': 'error.mechanism',
  mechanism: 'error.mechanism',
  message: 'message',
  logger: 'logger',
  level: 'level',
  'stack.module': 'stack.module',
  module: 'stack.module',
  'stack.abs_path': 'stack.abs_path',
  path: 'stack.abs_path',
  'stack.package': 'stack.package',
  package: 'stack.package',
  'stack.function': 'stack.function',
  function: 'stack.function',
  app: 'app',
  family: 'family',
  sdk: 'sdk',
  release: 'release',
  transaction: 'transaction',
};

/** The conditions of a stack-trace rule on a frame and its error. */
export const stackKeys: readonly MatcherKey[] = [
  'stack.function',
  'stack.module',
  'stack.abs_path',
  'stack.package',
  'app',
  'family',
  'error.type',
  'error.value',
  'error.mechanism',
];

/** The full name of the key; `null` for an unknown one. */
export function matcherKey(name: string): MatcherKey | null {
  if (name.startsWith('tags.') && name.length > 5) return name as MatcherKey;
  return Object.hasOwn(aliases, name) ? aliases[name]! : null;
}

const variables = new Set([
  'default',
  'transaction',
  'message',
  'error.type',
  'type',
  'error.value',
  'value',
  'stack.function',
  'function',
  'stack.abs_path',
  'path',
  'stack.filename',
  'stack.module',
  'module',
  'stack.package',
  'package',
  'level',
  'logger',
  'release',
  'environment',
  'sdk',
]);

export function isVariable(name: string): boolean {
  return variables.has(name) || (name.startsWith('tags.') && name.length > 5);
}
