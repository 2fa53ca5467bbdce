/**
 * Grouping v1. Frozen: issues store the version that made them, so the results of this file and those below `v1/` never
 * change (pinned by tests/golden/grouping/pinned-v1.json). Improvements need a new version. Rationale:
 * docs/decisions/0004-grouping-v1.md.
 */
import { hash } from 'node:crypto';
import type { EventPayload, Grouping, GroupingComponent } from '@seismo/protocol';
import { isSynthetic, readChain, typeOf, type Link } from './v1/chain.ts';
import { readFingerprint } from './v1/fingerprint.ts';
import { readTrace, type Trace } from './v1/frames.ts';
import { readMessage } from './v1/message.ts';

const COMPONENT_COUNT_MAX = 60;
const COMPONENT_CHARS_MAX = 200;

/** The identity of the group before hashing: nested arrays, written as JSON so that no two are written alike. */
export type Signature = (string | Signature)[];

export interface Default {
  method: 'frames' | 'message';
  signature: Signature;
  summary: string;
}

export function groupV1(event: EventPayload): Grouping {
  const components: GroupingComponent[] = [];
  const parts = readFingerprint(event.fingerprint);
  for (const part of parts ?? []) {
    const why = part === null ? 'replaced by the default grouping below' : 'set by the client';
    components.push({ kind: 'fingerprint', value: part ?? '{{ default }}', contributes: true, why });
  }
  const found = groupByDefault(event, components);
  if (parts === null) return groupingOf('v1', found, components);

  const withDefault = parts.includes(null);
  if (!withDefault) {
    for (const component of components) {
      if (component.kind === 'fingerprint' || !component.contributes) continue;
      component.contributes = false;
      component.why = 'the client set a fingerprint without {{ default }}';
    }
  }
  const signature = parts.map((part) => (part === null ? [found.method, found.signature] : part));
  const summary = withDefault
    ? `${found.summary.slice(0, -1)}, split by the client's fingerprint.`
    : "Grouped by the client's fingerprint.";
  return groupingOf('v1', { method: 'fingerprint', signature, summary }, components);
}

export function groupingOf(
  version: 'v1' | 'v2',
  { method, signature, summary }: Omit<Default, 'method'> & Pick<Grouping, 'method'>,
  components: GroupingComponent[],
): Grouping {
  const digest = hash('sha256', JSON.stringify([version, method, signature]), 'hex');
  return { version, hash: digest.slice(0, 32), method, summary, components: bounded(components) };
}

function groupByDefault(event: EventPayload, components: GroupingComponent[]): Default {
  const { root, leftOut } = readChain(event);
  // Since version 11, `captureMessage` adds an exception without a type for the stack of the call.
  if (root === null || (typeOf(root.value) === '' && (isSynthetic(root.value) || event.logentry !== undefined))) {
    return groupWithoutException(event, root?.value.value ?? '', components);
  }
  const traces = new Map<Link, Trace>();
  readTraces(root, event.platform, traces);
  let frameCount = 0;
  for (const trace of traces.values()) frameCount += trace.keys.length;
  const method = frameCount > 0 ? 'frames' : 'message';
  const signature = signatureOf(root, method, traces, components);
  for (const { value, why } of leftOut) {
    components.push({ kind: 'exception', value: `${typeOf(value)}: ${value.value ?? ''}`, contributes: false, why });
  }
  const type = typeOf(root.value) === '' ? 'an error without a type' : typeOf(root.value).slice(0, 80);
  const linked =
    traces.size === 1 ? '' : traces.size === 2 ? ' and its cause' : ` and ${traces.size - 1} linked errors`;
  const summary =
    method === 'frames'
      ? `Grouped by ${frameCount} in-app frame${frameCount === 1 ? '' : 's'} of ${type}${linked}.`
      : `Grouped by type and message of ${type}${linked}, because no in-app frame identifies the error.`;
  return { method, signature, summary };
}

function readTraces(link: Link, platform: string, traces: Map<Link, Trace>): void {
  const frames = link.value.stacktrace?.frames ?? [];
  const trace = readTrace(frames, platform);
  if (isSynthetic(link.value)) {
    // The stack is of the place that reported the value; `captureException('text')` from one logger is many errors.
    for (const component of trace.components) {
      component.contributes = false;
      component.why = 'stack of the capture call, not of an error';
    }
    traces.set(link, { keys: [], place: '', components: trace.components });
  } else traces.set(link, trace);
  for (const child of link.children) readTraces(child, platform, traces);
}

/** `messageBesideFrames`: a message that counts although frames do. */
export function signatureOf(
  link: Link,
  method: Default['method'],
  traces: Map<Link, Pick<Trace, 'keys' | 'place' | 'components'>>,
  components: GroupingComponent[],
  messageBesideFrames: (link: Link) => string | null = () => null,
): Signature {
  const { value } = link;
  const trace = traces.get(link);
  const type = typeOf(value);
  components.push({ kind: 'type', value: type, contributes: true, why: 'always used' });
  const own: Signature = [type];
  if (method === 'frames') {
    own.push(trace?.keys ?? []);
    const message = messageBesideFrames(link);
    if (message !== null) {
      own.push(message);
      components.push({ kind: 'message', value: message, contributes: true, why: 'used because the type is generic' });
    } else if (value.value !== undefined && value.value !== '') {
      const why = 'message is used only without frames';
      components.push({ kind: 'message', value: value.value, contributes: false, why });
    }
  } else {
    const message = readMessage(value.value ?? '');
    own.push(message, trace?.place ?? '');
    const why = 'used because no frame identifies the error';
    components.push({ kind: 'message', value: message, contributes: true, why });
    if (trace !== undefined && trace.place !== '') {
      components.push({ kind: 'frame', value: trace.place, contributes: true, why: 'nearest stable location' });
    }
  }
  for (const component of trace?.components ?? []) components.push(component);

  const children: Signature[] = [];
  for (const child of link.children) {
    children.push(signatureOf(child, method, traces, components, messageBesideFrames));
  }
  const [only] = children;
  // An error that wraps an equal one, for example after a retry, is the same at any depth.
  if (children.length === 1 && only !== undefined && JSON.stringify(only.slice(0, -1)) === JSON.stringify(own)) {
    return only;
  }
  return [...own, distinct(children)];
}

/** Members of a group in an order of their own: which promise failed first is chance, and how many of them too. */
function distinct(children: Signature[]): Signature[] {
  if (children.length < 2) return children;
  const byText = new Map(children.map((child) => [JSON.stringify(child), child]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, child]) => child);
}

function groupWithoutException(event: EventPayload, value: string, components: GroupingComponent[]): Default {
  const text = event.logentry?.message ?? event.logentry?.formatted ?? value;
  const frames = (
    event.stacktrace ??
    event.threads?.values.find((thread) => thread.crashed === true)?.stacktrace ??
    event.threads?.values.find((thread) => thread.current === true)?.stacktrace ??
    event.threads?.values[0]?.stacktrace
  )?.frames;
  if (text.trim() === '' && frames !== undefined) {
    const trace = readTrace(frames, event.platform);
    components.push(...trace.components);
    if (trace.keys.length > 0) {
      const summary = 'Grouped by the in-app frames of an event without an exception.';
      return { method: 'frames', signature: [trace.keys], summary };
    }
  }
  const message = readMessage(text);
  const why = event.logentry?.message === undefined ? 'message without its variable parts' : 'message template';
  components.push({ kind: 'message', value: message, contributes: true, why });
  const summary = message === '' ? 'Grouped with all events that have no error and no message.' : 'Grouped by message.';
  return { method: 'message', signature: [message], summary };
}

/** Contributing components have priority when the limit is reached; the order stays. */
function bounded(components: GroupingComponent[]): GroupingComponent[] {
  let kept = components;
  if (components.length > COMPONENT_COUNT_MAX) {
    let spare = COMPONENT_COUNT_MAX - components.filter((component) => component.contributes).length;
    kept = components.filter((component) => component.contributes || spare-- > 0).slice(0, COMPONENT_COUNT_MAX);
  }
  for (const component of kept) {
    if (component.value.length > COMPONENT_CHARS_MAX) component.value = component.value.slice(0, COMPONENT_CHARS_MAX);
  }
  return kept;
}
