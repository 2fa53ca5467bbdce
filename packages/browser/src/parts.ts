/** For kits of ours that run where no page is. No promise about these names: they change with the kits. */
export { hexId } from './clock.ts';
export { guarded } from './debug.ts';
export { parseDsn } from './dsn.ts';
export { eventOf } from './errors/exceptions.ts';
export { isControlFlow } from './filter/control-flow.ts';
export { readServerAction } from './next/server-action.ts';
export { Scope } from './scope.ts';
export { categoryOf, itemParts, itemsOf } from './transport/envelope.ts';
export type { Item } from './transport/envelope.ts';
export { isLimited, obey } from './transport/rate-limits.ts';
export type { RateLimits } from './transport/rate-limits.ts';
