import type { ExceptionValue } from '@seismo/protocol';

/** An exception below its parent. */
export interface ExceptionNode {
  exception: ExceptionValue;
  /** Its relation to the parent; `null` for the thrown error. */
  relation: string | null;
  /** How many groups of exceptions it is part of. A chain of causes stays in one column. */
  depth: number;
}

/**
 * The thrown error first, then its parts and causes. SDKs connect exceptions by IDs in their mechanisms
 * (develop.sentry.dev, "Exception Interface"); without IDs the list is a chain, innermost cause first.
 */
export function exceptionTree(values: readonly ExceptionValue[]): ExceptionNode[] {
  const thrownFirst = values.toReversed();
  const hasIds = values.length > 0 && values.every(({ mechanism }) => mechanism?.exception_id !== undefined);
  if (!hasIds) {
    return thrownFirst.map((exception, index) => ({ exception, relation: index === 0 ? null : CAUSED_BY, depth: 0 }));
  }
  const childrenOf = new Map<number, ExceptionValue[]>();
  const ids = new Set(values.map(({ mechanism }) => mechanism!.exception_id!));
  const roots: ExceptionValue[] = [];
  for (const exception of thrownFirst) {
    const { exception_id: id, parent_id: parent } = exception.mechanism!;
    if (parent === undefined || parent === id || !ids.has(parent)) roots.push(exception);
    else childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), exception]);
  }
  const nodes: ExceptionNode[] = [];
  const seen = new Set<ExceptionValue>();
  const waiting: ExceptionNode[] = roots.map((exception, index) => ({
    exception,
    relation: index === 0 ? null : CAUSED_BY,
    depth: 0,
  }));
  // Each exception is shown once, whatever the ids: those only reachable through a circle come last.
  const unreached = () => thrownFirst.find((exception) => !seen.has(exception));
  for (;;) {
    const lost = waiting.length === 0 ? unreached() : undefined;
    if (lost) waiting.push({ exception: lost, relation: nodes.length === 0 ? null : CAUSED_BY, depth: 0 });
    const node = waiting.shift();
    if (!node) return nodes;
    if (seen.has(node.exception)) continue;
    seen.add(node.exception);
    nodes.push(node);
    const children = childrenOf.get(node.exception.mechanism!.exception_id!) ?? [];
    childrenOf.delete(node.exception.mechanism!.exception_id!);
    const parts = children.filter(isPart);
    const isGroup = node.exception.mechanism!.is_exception_group === true || parts.length > 1;
    const depth = node.depth + (isGroup ? 1 : 0);
    waiting.unshift(...children.map((exception) => ({ exception, relation: relationOf(exception, parts), depth })));
  }
}

const CAUSED_BY = 'Caused by';

/** `exceptions[0]` of Python, `errors[1]` of Go and JavaScript. */
const isPart = ({ mechanism }: ExceptionValue): boolean => /\[\d+\]$/.test(mechanism?.source ?? '');

function relationOf(exception: ExceptionValue, parts: readonly ExceptionValue[]): string {
  const { type, source = '' } = exception.mechanism!;
  if (type === 'suppressed' || /suppressed/i.test(source)) return 'Suppressed';
  const part = parts.indexOf(exception);
  if (part !== -1) return `Part ${part + 1} of ${parts.length}`;
  return source === '__context__' ? 'Raised while handling' : CAUSED_BY;
}
