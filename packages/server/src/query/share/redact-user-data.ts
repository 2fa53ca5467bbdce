import type { EventPayload, ExceptionValue, Frame, Level, Stacktrace } from '@seismo/protocol';
import { compilePattern } from '#domain/scrubbing/pattern.ts';

/** The data of an event that visitors without an account may see. */
export interface SharedEvent {
  /** The thrown error with its message; the event's message if there is none. */
  type: string;
  value: string;
  culprit: string;
  level: Level;
  platform: string;
  /** As in an event: the thrown error last. */
  exceptions: ExceptionValue[];
  stacktrace: Stacktrace | null;
}

/**
 * Copies only listed fields, so that new fields of an event are never shared by accident: errors with messages, and
 * frames with source. No variables, machine paths, tags, breadcrumbs, requests or users.
 */
export function redactUserData(
  event: EventPayload,
  { title, culprit }: { title: string; culprit: string },
): SharedEvent {
  const exceptions = (event.exception?.values ?? []).map(errorOf);
  const thrown = exceptions.findLast(({ stacktrace }) => stacktrace !== undefined) ?? exceptions.at(-1);
  return {
    type: thrown?.type ?? '',
    value: thrown ? (thrown.value ?? '') : escaped(event.logentry?.formatted ?? title),
    culprit: escaped(culprit),
    level: event.level,
    platform: event.platform,
    exceptions,
    stacktrace: event.stacktrace ? stackOf(event.stacktrace) : null,
  };
}

function errorOf({ type, value, mechanism, stacktrace }: ExceptionValue): ExceptionValue {
  return {
    ...(type !== undefined && { type: escaped(type) }),
    ...(value !== undefined && { value: escaped(value) }),
    ...(mechanism?.handled !== undefined && { mechanism: { handled: mechanism.handled } }),
    ...(stacktrace && { stacktrace: stackOf(stacktrace) }),
  };
}

const stackOf = ({ frames }: Stacktrace): Stacktrace => ({ frames: frames.map(frameOf) });

function frameOf(frame: Frame): Frame {
  const { filename = frame.module ?? frame.abs_path, function: name, lineno, colno, in_app: inApp } = frame;
  const { pre_context: before, context_line: line, post_context: after, package: from } = frame;
  return {
    ...(filename !== undefined && { filename: escaped(filename) }),
    ...(name !== undefined && { function: escaped(name) }),
    ...(from !== undefined && { package: escaped(from) }),
    ...(lineno !== undefined && { lineno }),
    ...(colno !== undefined && { colno }),
    ...(inApp !== undefined && { in_app: inApp }),
    ...(before && { pre_context: before }),
    ...(line !== undefined && { context_line: line }),
    ...(after && { post_context: after }),
  };
}

const [emails, addresses] = [compilePattern('email', ''), compilePattern('ip', '')];
const QUERY = /((?:[a-z][a-z\d+.-]{1,20}:\/)?\/[^\s?#"'<>()]{0,500})[?#][^\s"'<>()]+/gi;
const HOME = /([\\/](?:Users|home)[\\/])[^\\/\s:]+/gi;

/** A client's text without personal data: query strings, email and IP addresses, home folder names. */
export function escaped(text: string): string {
  const bare = text.replaceAll(QUERY, '$1').replaceAll(HOME, '$1\u2026');
  return addresses.replace(
    emails.replace(bare, () => '[email]'),
    () => '[address]',
  );
}
