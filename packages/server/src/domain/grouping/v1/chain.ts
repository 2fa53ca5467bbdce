import type { EventPayload, ExceptionValue } from '@seismo/protocol';

/** Links counted from the thrown error inward. SDKs cut a chain after five, so deeper ones may be missing. */
const LINK_DEPTH_MAX = 4;
const CHILD_COUNT_MAX = 20;
const TYPE_CHARS_MAX = 256;

export interface Link {
  value: ExceptionValue;
  /** Causes, or the members of an exception group. */
  children: Link[];
}

export interface Chain {
  /** The thrown error. */
  root: Link | null;
  /** Values that do not count, and why. */
  leftOut: { value: ExceptionValue; why: string }[];
}

export function typeOf(value: ExceptionValue): string {
  return (value.type ?? '').slice(0, TYPE_CHARS_MAX);
}

/** An exception an SDK made to carry a stack (for a message, or for a value that is no error). The stack is its own. */
export function isSynthetic(value: ExceptionValue): boolean {
  return value.mechanism?.synthetic === true;
}

/**
 * The exceptions of an event as a tree from the thrown one, by `exception_id` and `parent_id` where the SDK sends them
 * (develop.sentry.dev, exception groups), else as a line: the list runs from the innermost cause to the thrown error.
 */
export function readChain(event: EventPayload): Chain {
  const leftOut: Chain['leftOut'] = [];
  const values: ExceptionValue[] = [];
  const bypassed = new Map<number, number | undefined>();
  for (const value of event.exception?.values ?? []) {
    // @sentry/react adds the component stack as an error; whether it does depends on the boundary.
    if (typeOf(value).startsWith('React ErrorBoundary ')) {
      leftOut.push({ value, why: 'added by a React error boundary' });
      const { exception_id: id, parent_id: parent } = value.mechanism ?? {};
      if (id !== undefined) bypassed.set(id, parent);
    } else values.push(value);
  }
  const last = values.at(-1);
  if (last === undefined) return { root: null, leftOut };

  const byParent = new Map<number, ExceptionValue[]>();
  const ids = new Set<number>();
  for (const value of values) {
    const id = value.mechanism?.exception_id;
    if (id !== undefined) ids.add(id);
  }
  let linked = values.length > 1;
  let root: ExceptionValue | null = null;
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i] ?? last;
    const { exception_id: id, parent_id: named } = value.mechanism ?? {};
    const parent = named !== undefined && bypassed.has(named) ? bypassed.get(named) : named;
    if (id === undefined) linked = false;
    else if (parent === undefined || parent === id || !ids.has(parent)) root ??= value;
    else byParent.set(parent, [...(byParent.get(parent) ?? []), value]);
  }
  if (!linked || root === null || ids.size < values.length) return { root: line(values, leftOut), leftOut };

  const grow = (value: ExceptionValue, depth: number): Link => {
    const children = byParent.get(value.mechanism?.exception_id ?? -1) ?? [];
    if (depth >= LINK_DEPTH_MAX || children.length > CHILD_COUNT_MAX) {
      for (const child of children.slice(depth >= LINK_DEPTH_MAX ? 0 : CHILD_COUNT_MAX)) {
        leftOut.push({ value: child, why: 'deeper than SDKs report' });
      }
    }
    const kept = depth >= LINK_DEPTH_MAX ? [] : children.slice(0, CHILD_COUNT_MAX);
    return { value, children: kept.map((child) => grow(child, depth + 1)) };
  };
  return { root: grow(root, 1), leftOut };
}

function line(values: ExceptionValue[], leftOut: Chain['leftOut']): Link | null {
  let link: Link | null = null;
  const first = Math.max(0, values.length - LINK_DEPTH_MAX);
  for (const [i, value] of values.entries()) {
    if (i < first) leftOut.push({ value, why: 'deeper than SDKs report' });
    else link = { value, children: link === null ? [] : [link] };
  }
  return link;
}
