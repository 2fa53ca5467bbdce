/** The exports of `@seismo/nextjs` on both sides; the bundler selects the side. */
import type { ClientOptions } from './client.ts';
import type { ServerOptions } from './server/options.ts';

export * from './client.ts';
export { captureRequestError, onRequestError, register, withProxyErrors } from './server.ts';
export type { ServerOptions } from './server/options.ts';

export declare function init(options?: ClientOptions & ServerOptions): void;
