import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * Every link of the dashboard. The framework's own prefetching is off: `shell/prefetch` does it by intent, through
 * one small queue.
 */
export function Link<Route extends string>(props: ComponentProps<typeof NextLink<Route>>) {
  return <NextLink {...props} prefetch={false} />;
}
