import type { EventPayload, ExceptionValue, Frame } from '@seismo/protocol';
import { locationOf } from './frames.ts';

/** A component of React as it was rendered, or an element of HTML. */
export interface RenderedComponent {
  name: string;
  /** `''` if the client did not send it. */
  location: string;
  isElement: boolean;
}

/** A line of the tree: a component, or a folded run of library components. */
export type TreeLine = RenderedComponent | { folded: RenderedComponent[] };

/**
 * Folds library components and those with minified names, unless no others are left: Next.js alone wraps a page in
 * dozens. The component that threw always stays.
 */
export function foldComponents(components: readonly RenderedComponent[]): TreeLine[] {
  const last = components.length - 1;
  if (!components.slice(0, last).some(isAppCode)) return [...components];
  const lines: TreeLine[] = [];
  let run: RenderedComponent[] = [];
  for (const [index, component] of components.entries()) {
    if (index !== last && !isAppCode(component)) run.push(component);
    else {
      lines.push(...(run.length < FOLD_MIN ? run : [{ folded: run }]), component);
      run = [];
    }
  }
  return lines;
}

/** Shorter runs stay unfolded. */
const FOLD_MIN = 2;

const MINIFIED_CHARS_MAX = 2;

function isAppCode({ name, location, isElement }: RenderedComponent): boolean {
  if (isElement || /(?:^|\/)node_modules\//.test(location)) return false;
  return name.length > MINIFIED_CHARS_MAX || !/^[a-z][a-z0-9+.-]*:\/\//i.test(location);
}

/**
 * Where in the tree of React the error was thrown, the root first: from `contexts.react` (our kit, and Sentry's SDKs up to
 * 10), or from the exception that Sentry's SDKs make of it since (protocol.md §4.1).
 */
export function componentsOf({ contexts, exception }: EventPayload): RenderedComponent[] {
  const stack = contexts['react']?.['componentStack'];
  if (typeof stack === 'string') return readComponentStack(stack);
  const componentException = exception?.values.find(isComponentStack);
  return (componentException?.stacktrace?.frames ?? []).map((frame) => component(nameOf(frame), locationOf(frame)));
}

export function isComponentStack({ type, stacktrace }: ExceptionValue): boolean {
  return type?.startsWith('React ErrorBoundary ') === true && (stacktrace?.frames.length ?? 0) > 0;
}

const COMPONENT_COUNT_MAX = 200;

/** React writes the innermost first: `    at Cart (app.js:1:2)` in Chromium, `Cart@app.js:1:2` in Firefox and Safari. */
export function readComponentStack(stack: string): RenderedComponent[] {
  const components: RenderedComponent[] = [];
  for (const line of stack.split('\n')) {
    if (components.length === COMPONENT_COUNT_MAX) break;
    const text = line.trim();
    if (text === '') continue;
    const [, name = '', location = ''] = /^(?:at|in) (\S+)(?: \((?:at )?(.*)\))?/.exec(text) ??
      /^([^@\s]*)@(.*)$/.exec(text) ?? ['', text];
    components.push(component(name, location));
  }
  return components.reverse();
}

function nameOf({ function: name }: Frame): string {
  return name ?? '';
}

function component(name: string, location: string): RenderedComponent {
  const displayName = name === '' || name === '?' ? 'Anonymous' : name;
  const isElement = /^[a-z][a-z0-9-]*$/.test(displayName) && (location === '' || location === '<anonymous>');
  return { name: displayName, location: location === '<anonymous>' ? '' : location, isElement };
}
