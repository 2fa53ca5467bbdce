/** Component stacks by error, from React, until the error is reported. */
const stacks = new WeakMap<object, string>();

export function keepComponentStack(error: unknown, componentStack: string | null | undefined): void {
  if (typeof error === 'object' && error !== null && componentStack) stacks.set(error, componentStack);
}

/** One line per component, the innermost first. */
export const componentStackOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? stacks.get(error) : undefined;
