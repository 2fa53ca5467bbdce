import { captureException } from './capture.ts';

const KEY = Symbol.for('seismo.nextjs.listens');

/**
 * Errors of the server that are in no request. The monitor changes nothing of what happens then; rejections are listened
 * to only where somebody listens already, since the first listener would keep the process from ending.
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
