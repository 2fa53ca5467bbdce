import { captureException } from './capture.ts';

const KEY = Symbol.for('seismo.nextjs.listens');

/**
 * Server errors outside of requests. Rejections are observed only if the app already listens: the first listener would
 * prevent the process from ending.
 */
export function reportUncaught(): void {
  // Once per process, however often Next evaluates this module.
  const shared = globalThis as { [key: symbol]: boolean | undefined };
  if (shared[KEY]) return;
  shared[KEY] = true;
  process.on('uncaughtExceptionMonitor', (error) => {
    captureException(error, { mechanism: { type: 'auto.node.onuncaughtexception', handled: false } });
  });
  if (process.listenerCount('unhandledRejection') === 0) return;
  process.on('unhandledRejection', (reason) => {
    captureException(reason, {
      mechanism: { type: 'auto.node.onunhandledrejection', handled: false },
      syntheticException: undefined,
    });
  });
}
