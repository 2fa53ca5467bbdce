import type { MessagePort } from 'node:worker_threads';
import { createBirpc } from 'birpc';

/**
 * Typed calls over a MessagePort: one side serves functions, the other calls them. Errors arrive as errors (message and
 * name; the class is lost). Beware: a typed array that is a view is cloned with the whole buffer under it, so callers pass
 * compact arrays.
 */
type Functions = Record<string, (...args: never[]) => unknown>;

type Remote<F extends Functions> = {
  [Name in keyof F]: (...args: Parameters<F[Name]>) => Promise<Awaited<ReturnType<F[Name]>>>;
};

export interface PortCaller<F extends Functions> {
  call: Remote<F>;
  /** Calls that are waiting for an answer are rejected. */
  close(): void;
}

export function serve(port: MessagePort, functions: Functions): void {
  connect(port, functions);
}

export function caller<F extends Functions>(port: MessagePort): PortCaller<F> {
  const rpc = connect(port, {});
  port.on('close', () => rpc.$close(new Error('the thread that owns this store has ended')));
  return {
    call: rpc as unknown as Remote<F>,
    close: () => {
      rpc.$close();
      port.close();
    },
  };
}

function connect(port: MessagePort, functions: Functions) {
  return createBirpc<Record<string, (...args: unknown[]) => unknown>, Functions>(functions, {
    post: (message) => port.postMessage(message),
    on: (listener) => port.on('message', listener),
    off: (listener) => port.off('message', listener),
    // A store answers when it can: a bound on waiting belongs to whoever asks, not to the wire.
    timeout: -1,
    bind: 'functions',
  });
}
