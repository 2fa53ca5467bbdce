import { limits, type EventPayload, type ExceptionValue, type Frame } from '@seismo/protocol';
import type { Work } from '../../glob/work.ts';
import { compileMatcher, type Condition, type Subject } from './match.ts';
import type { FingerprintRule, MatcherKey, Template } from './syntax.ts';

export interface CompiledFingerprintRule extends FingerprintRule {
  /** Conditions about the same kind of thing: one thing must meet all of them. */
  groups: { about: About; conditions: Condition[] }[];
}

type About = 'event' | 'exception' | 'frame' | 'saying';

export function compileFingerprintRule(rule: FingerprintRule): CompiledFingerprintRule {
  const conditions = Map.groupBy(rule.matchers.map(compileMatcher), ({ key }) => aboutOf(key));
  return { ...rule, groups: [...conditions].map(([about, own]) => ({ about, conditions: own })) };
}

function aboutOf(key: MatcherKey): About {
  if (key === 'error.type' || key === 'error.value' || key === 'error.mechanism') return 'exception';
  if (key === 'message') return 'saying';
  return key.startsWith('stack.') || key === 'app' ? 'frame' : 'event';
}

/** The first rule whose conditions all match, over all frames and causes of an error. */
export function matchFingerprint(
  rules: readonly CompiledFingerprintRule[],
  event: EventPayload,
  work: Work,
): CompiledFingerprintRule | null {
  if (rules.length === 0) return null;
  const subjects = new Map<About, Subject[]>();
  const subjectsOf = (about: About) => {
    let own = subjects.get(about);
    if (!own) subjects.set(about, (own = gather(about, event, work)));
    return own;
  };
  return (
    rules.find((rule) =>
      rule.groups.every(({ about, conditions }) =>
        subjectsOf(about).some((subject) =>
          conditions.every((condition) => work.spend() && condition.matches(subject)),
        ),
      ),
    ) ?? null
  );
}

function gather(about: About, event: EventPayload, work: Work): Subject[] {
  if (about === 'event') return [{ work, event }];
  const exceptions = (event.exception?.values ?? []).map((exception) => ({ work, event, exception }));
  if (about === 'exception') return exceptions;
  if (about === 'saying') return event.logentry ? [{ work, event }, ...exceptions] : exceptions;
  return [...framesOf(event)].map((frame) => ({ work, event, frame }));
}

function* framesOf(event: EventPayload): Generator<Frame> {
  for (const { stacktrace } of event.exception?.values ?? []) yield* stacktrace?.frames ?? [];
  for (const { stacktrace } of event.threads?.values ?? []) yield* stacktrace?.frames ?? [];
  yield* event.stacktrace?.frames ?? [];
}

/** Replaces variables by the event's values; `{{ default }}` stays for grouping to fill in. */
export function fillFingerprint(fingerprint: readonly Template[], event: EventPayload): string[] {
  return fingerprint.map((template) => fill(template, event).slice(0, limits.FINGERPRINT_PART_CHARS_MAX));
}

export function fill(template: Template, event: EventPayload): string {
  return template.map((part) => (typeof part === 'string' ? part : valueOf(part.variable, event))).join('');
}

/** A missing value has a name too, so that events without it do not all match. */
function valueOf(variable: string, event: EventPayload): string {
  const exception: ExceptionValue | undefined = event.exception?.values.at(-1);
  switch (variable) {
    case 'default':
      return '{{ default }}';
    case 'transaction':
      return event.transaction || '<no-transaction>';
    case 'message':
      return event.logentry?.formatted || exception?.value || '<no-message>';
    case 'type':
    case 'error.type':
      return exception?.type || '<no-type>';
    case 'value':
    case 'error.value':
      return exception?.value || '<no-value>';
    case 'function':
    case 'stack.function':
      return crashFrame(event)?.function || '<no-function>';
    case 'path':
    case 'stack.abs_path': {
      const frame = crashFrame(event);
      return frame?.abs_path || frame?.filename || '<no-abs-path>';
    }
    case 'stack.filename': {
      const frame = crashFrame(event);
      return frame?.filename || frame?.abs_path || '<no-filename>';
    }
    case 'module':
    case 'stack.module':
      return crashFrame(event)?.module || '<no-module>';
    case 'package':
    case 'stack.package':
      return crashFrame(event)?.package?.split(/[/\\]/).at(-1) || '<no-package>';
    case 'level':
      return event.level;
    case 'logger':
      return event.logger || '<no-logger>';
    case 'release':
      return event.release || '<no-release>';
    case 'environment':
      return event.environment || '<no-environment>';
    case 'sdk':
      return event.sdk?.name || '<no-sdk>';
    default: {
      const tag = variable.slice('tags.'.length);
      return (Object.hasOwn(event.tags, tag) && event.tags[tag]) || `<no-value-for-tag-${tag}>`;
    }
  }
}

/** The innermost in-app frame of the thrown error, else its innermost frame. */
function crashFrame(event: EventPayload): Frame | undefined {
  const frames =
    event.exception?.values.findLast(({ stacktrace }) => stacktrace)?.stacktrace?.frames ??
    event.stacktrace?.frames ??
    event.threads?.values.find((thread) => thread.crashed || thread.current)?.stacktrace?.frames ??
    [];
  return frames.findLast((frame) => frame.in_app) ?? frames.at(-1);
}
