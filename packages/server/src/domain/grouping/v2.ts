/**
 * Grouping v2, for every language except JavaScript, which stays with v1. Frozen like v1: pinned by
 * tests/golden/grouping/pinned-v2.json. Differences from v1: docs/decisions/0044-languages.md.
 */
import type { EventPayload, Grouping, GroupingComponent } from '@seismo/protocol';
import { readChain, typeOf, type Link } from './v1/chain.ts';
import { readFingerprint } from './v1/fingerprint.ts';
import { readMessage } from './v1/message.ts';
import { groupingOf, groupV1, signatureOf, type Default } from './v1.ts';
import { readTrace, type Trace } from './v2/frames.ts';
import { ownMessage } from './v2/plain-errors.ts';

/** Platforms that v1 handles; clients without a language send `other`. */
const scripts: ReadonlySet<string> = new Set(['javascript', 'node', 'other', '']);

export function groupV2(event: EventPayload): Grouping {
  if (scripts.has(event.platform)) return groupV1(event);
  const parts = readFingerprint(event.fingerprint);
  // A fingerprint without `{{ default }}` has no version.
  if (parts !== null && !parts.includes(null)) return groupV1(event);
  const components: GroupingComponent[] = [];
  for (const part of parts ?? []) {
    const why = part === null ? 'replaced by the default grouping below' : 'set by the client';
    components.push({ kind: 'fingerprint', value: part ?? '{{ default }}', contributes: true, why });
  }
  const found = groupByDefault(event, components);
  if (parts === null) return groupingOf('v2', found, components);
  const signature = parts.map((part) => (part === null ? [found.method, found.signature] : part));
  const summary = `${found.summary.slice(0, -1)}, split by the client's fingerprint.`;
  return groupingOf('v2', { method: 'fingerprint', signature, summary }, components);
}

function groupByDefault(event: EventPayload, components: GroupingComponent[]): Default {
  const { root, leftOut } = readChain(event);
  if (root === null || (typeOf(root.value) === '' && event.logentry !== undefined)) {
    return groupWithoutException(event, root?.value.value ?? '', components);
  }
  const traces = new Map<Link, Trace>();
  readTraces(root, event, traces);
  let frameCount = 0;
  for (const trace of traces.values()) frameCount += trace.keys.length;
  const method = frameCount > 0 ? 'frames' : 'message';
  const signature = signatureOf(root, method, traces, components, ownMessage);
  for (const { value, why } of leftOut) {
    components.push({ kind: 'exception', value: `${typeOf(value)}: ${value.value ?? ''}`, contributes: false, why });
  }
  const type = typeOf(root.value) === '' ? 'an error without a type' : typeOf(root.value).slice(0, 80);
  const linked =
    traces.size === 1 ? '' : traces.size === 2 ? ' and its cause' : ` and ${traces.size - 1} linked errors`;
  const frames = frameCount === 1 ? 'frame' : 'frames';
  const kind = [...traces.values()].some((trace) => trace.keys.length > 0 && trace.isSystem) ? 'system' : 'in-app';
  const summary =
    method === 'frames'
      ? `Grouped by ${frameCount} ${kind} ${frames} of ${type}${linked}.`
      : `Grouped by type and message of ${type}${linked}, because no in-app frame identifies the error.`;
  return { method, signature, summary };
}

function readTraces(link: Link, event: EventPayload, traces: Map<Link, Trace>): void {
  const own = link.value.stacktrace?.frames;
  // Native SDKs may put the stack of the crash only into the thread that crashed.
  const frames = own ?? (traces.size === 0 ? crashedFrames(event) : undefined) ?? [];
  traces.set(link, readTrace(frames, event.platform));
  for (const child of link.children) readTraces(child, event, traces);
}

function crashedFrames({ threads }: EventPayload) {
  return threads?.values.find((thread) => thread.crashed === true)?.stacktrace?.frames;
}

function groupWithoutException(event: EventPayload, value: string, components: GroupingComponent[]): Default {
  const text = event.logentry?.message ?? event.logentry?.formatted ?? value;
  const frames =
    event.stacktrace?.frames ??
    crashedFrames(event) ??
    event.threads?.values.find((thread) => thread.current === true)?.stacktrace?.frames ??
    event.threads?.values[0]?.stacktrace?.frames;
  if (text.trim() === '' && frames !== undefined) {
    const trace = readTrace(frames, event.platform);
    components.push(...trace.components);
    if (trace.keys.length > 0) {
      const summary = 'Grouped by the frames of an event without an exception.';
      return { method: 'frames', signature: [trace.keys], summary };
    }
  }
  const message = readMessage(text);
  const why = event.logentry?.message === undefined ? 'message without its variable parts' : 'message template';
  components.push({ kind: 'message', value: message, contributes: true, why });
  const summary = message === '' ? 'Grouped with all events that have no error and no message.' : 'Grouped by message.';
  return { method: 'message', signature: [message], summary };
}
