import { limits } from '@seismo/protocol';
import type { EventPayload, ExceptionValue, Frame } from '@seismo/protocol';
import { compileGlob, globSteps, type GlobKind } from '../../glob/glob.ts';
import type { Work } from '../../glob/work.ts';
import type { Matcher, MatcherKey } from './syntax.ts';

/** What a rule looks at: a frame with the error that it belongs to, or an event as a whole. */
export interface Subject {
  work: Work;
  event: EventPayload;
  exception?: ExceptionValue | undefined;
  frame?: Frame | undefined;
}

export interface Condition {
  key: MatcherKey;
  holds(subject: Subject): boolean;
}

export function compileMatcher({ key, pattern, negated }: Matcher): Condition {
  const holds = compilePositive(key, pattern);
  // What there was no work left to ask is neither so nor not so.
  return { key, holds: negated ? (subject) => !holds(subject) && subject.work.left >= 0 : holds };
}

function compilePositive(key: MatcherKey, pattern: string): (subject: Subject) => boolean {
  switch (key) {
    case 'stack.abs_path': {
      const asks = remembering(pattern, { ignoreCase: true, path: true });
      return ({ frame, work }) => asks(frame?.abs_path, work) || asks(frame?.filename, work);
    }
    case 'stack.package': {
      const asks = remembering(pattern, { ignoreCase: true, path: true });
      return ({ frame, work }) => asks(frame?.package, work);
    }
    case 'release': {
      const asks = asking(pattern, { ignoreCase: true, path: true });
      return ({ event, work }) => asks(event.release, work);
    }
    case 'stack.function': {
      const asks = remembering(pattern);
      return ({ frame, work }) => asks(frame && (frame.function || '<unknown>'), work);
    }
    case 'stack.module': {
      const asks = remembering(pattern);
      return ({ frame, work }) => asks(frame?.module, work);
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
      const asks = asking(pattern);
      return ({ exception, work }) => asks(exception?.type, work);
    }
    case 'error.value': {
      const asks = asking(pattern, { ignoreCase: true });
      return ({ exception, work }) => asks(exception?.value?.trim(), work);
    }
    case 'error.mechanism': {
      const asks = asking(pattern);
      return ({ exception, work }) => asks(exception?.mechanism?.type, work);
    }
    case 'message': {
      // Of an error its value is what people know as its message.
      const asks = asking(pattern, { ignoreCase: true });
      return ({ event, exception, work }) =>
        asks(exception ? exception.value?.trim() : event.logentry?.formatted.trim(), work);
    }
    case 'logger': {
      const asks = asking(pattern);
      return ({ event, work }) => asks(event.logger, work);
    }
    case 'level': {
      const asks = asking(pattern, { ignoreCase: true });
      return ({ event, work }) => asks(event.level, work);
    }
    case 'transaction': {
      const asks = asking(pattern);
      return ({ event, work }) => asks(event.transaction, work);
    }
    default: {
      const tag = key.slice('tags.'.length);
      const asks = asking(pattern);
      return ({ event, work }) => Object.hasOwn(event.tags, tag) && asks(event.tags[tag]!.trim(), work);
    }
  }
}

type Ask = (text: string | undefined, work: Work) => boolean;

function asking(pattern: string, kind: GlobKind = {}): Ask {
  const glob = compileGlob(pattern, kind);
  return (text, work) => text !== undefined && text !== '' && work.spend(globSteps(text, pattern, kind)) && glob(text);
}

/** The same with a memory, as frames come again and again. What it spares is spent all the same. */
function remembering(pattern: string, kind: GlobKind = {}): Ask {
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
