import { limits, type EventPayload, type ExceptionValue, type Frame } from '@seismo/protocol';
import { compileGlob, globSteps, type GlobKind } from '../../glob/glob.ts';
import type { Work } from '../../glob/work.ts';
import type { Matcher, MatcherKey } from './syntax.ts';

/** The subject of a rule: a frame with its error, or an event as a whole. */
export interface Subject {
  work: Work;
  event: EventPayload;
  exception?: ExceptionValue | undefined;
  frame?: Frame | undefined;
}

export interface Condition {
  key: MatcherKey;
  matches(subject: Subject): boolean;
}

export function compileMatcher({ key, pattern, negated }: Matcher): Condition {
  const matches = compilePositive(key, pattern);
  // Skipped conditions are neither true nor false.
  return { key, matches: negated ? (subject) => !matches(subject) && subject.work.left >= 0 : matches };
}

function compilePositive(key: MatcherKey, pattern: string): (subject: Subject) => boolean {
  switch (key) {
    case 'stack.abs_path': {
      const matches = memoized(pattern, { ignoreCase: true, path: true });
      return ({ frame, work }) => matches(frame?.abs_path, work) || matches(frame?.filename, work);
    }
    case 'stack.package': {
      const matches = memoized(pattern, { ignoreCase: true, path: true });
      return ({ frame, work }) => matches(frame?.package, work);
    }
    case 'release': {
      const matches = matching(pattern, { ignoreCase: true, path: true });
      return ({ event, work }) => matches(event.release, work);
    }
    case 'stack.function': {
      const matches = memoized(pattern);
      return ({ frame, work }) => matches(frame && (frame.function || '<unknown>'), work);
    }
    case 'stack.module': {
      const matches = memoized(pattern);
      return ({ frame, work }) => matches(frame?.module, work);
    }
    case 'app': {
      const wanted = booleanOf(pattern);
      return ({ frame }) => wanted !== null && frame !== undefined && (frame.in_app === true) === wanted;
    }
    case 'family': {
      const families = pattern.split(',').map((family) => family.trim());
      return ({ event, frame }) =>
        families.includes('all') || families.includes(familyOf(frame?.platform ?? event.platform));
    }
    case 'sdk': {
      const names = pattern.split(',').map((name) => name.trim());
      return ({ event }) => names.includes('all') || names.includes(event.sdk?.name ?? '');
    }
    case 'error.type': {
      const matches = matching(pattern);
      return ({ exception, work }) => matches(exception?.type, work);
    }
    case 'error.value': {
      const matches = matching(pattern, { ignoreCase: true });
      return ({ exception, work }) => matches(exception?.value?.trim(), work);
    }
    case 'error.mechanism': {
      const matches = matching(pattern);
      return ({ exception, work }) => matches(exception?.mechanism?.type, work);
    }
    case 'message': {
      // The rule language calls the value of an error its message.
      const matches = matching(pattern, { ignoreCase: true });
      return ({ event, exception, work }) =>
        matches(exception ? exception.value?.trim() : event.logentry?.formatted.trim(), work);
    }
    case 'logger': {
      const matches = matching(pattern);
      return ({ event, work }) => matches(event.logger, work);
    }
    case 'level': {
      const matches = matching(pattern, { ignoreCase: true });
      return ({ event, work }) => matches(event.level, work);
    }
    case 'transaction': {
      const matches = matching(pattern);
      return ({ event, work }) => matches(event.transaction, work);
    }
    default: {
      const tag = key.slice('tags.'.length);
      const matches = matching(pattern);
      return ({ event, work }) => Object.hasOwn(event.tags, tag) && matches(event.tags[tag]!.trim(), work);
    }
  }
}

type TextMatcher = (text: string | undefined, work: Work) => boolean;

function matching(pattern: string, kind: GlobKind = {}): TextMatcher {
  const glob = compileGlob(pattern, kind);
  return (text, work) => text !== undefined && text !== '' && work.spend(globSteps(text, pattern, kind)) && glob(text);
}

/** Memoized, because frames repeat. Saved work still counts toward the limit. */
function memoized(pattern: string, kind: GlobKind = {}): TextMatcher {
  const glob = compileGlob(pattern, kind);
  const memo = new Map<string, boolean>();
  return (text, work) => {
    if (text === undefined || text === '' || !work.spend(globSteps(text, pattern, kind))) return false;
    let known = memo.get(text);
    if (known === undefined) {
      known = glob(text);
      if (memo.size >= limits.RULE_MEMO_COUNT_MAX) memo.clear();
      memo.set(text, known);
    }
    return known;
  };
}

function booleanOf(text: string): boolean | null {
  if (/^(?:1|yes|true)$/i.test(text)) return true;
  return /^(?:0|no|false)$/i.test(text) ? false : null;
}

const native = new Set(['native', 'c', 'cocoa', 'objc', 'swift', 'rust', 'go']);

function familyOf(platform: string): string {
  if (platform === 'javascript' || platform === 'node') return 'javascript';
  return native.has(platform) ? 'native' : 'other';
}
