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
  port.on('close', () => rpc.$close(new Error('the thread of this store has stopped')));
  return {
    call: rpc as unknown as Remote<F>,
    close: () => {
      rpc.$close();
      port.close();
    },
  };
}

const moved = new WeakMap<object, Uint8Array[]>();

/**
 * An argument or an answer whose bytes move to the other thread instead of being copied: here they are empty afterward.
 * Each array must own its buffer.
 */
export function withTransfer<Value extends object>(value: Value, bytes: Uint8Array[]): Value {
  moved.set(value, bytes);
  return value;
}

/**
 * Frees bytes from another thread that are no longer needed. V8 hardly counts them: its collector would run only after
 * tens of megabytes, and then scan the whole heap.
 */
export function returnBytes(bytes: Uint8Array): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}

/** A birpc message: the arguments of a call, or its result. */
interface Message {
  a?: unknown[];
  r?: unknown;
}

function movedBy({ a = [], r }: Message): ArrayBuffer[] {
  const values = [...a, r].filter((value) => typeof value === 'object' && value !== null);
  return values.flatMap((value) => moved.get(value) ?? []).map(({ buffer }) => buffer as ArrayBuffer);
}

function connect(port: MessagePort, functions: Functions) {
  return createBirpc<Record<string, (...args: unknown[]) => unknown>, Functions>(functions, {
    post: (message: Message) => port.postMessage(message, movedBy(message)),
    on: (listener) => port.on('message', listener),
    off: (listener) => port.off('message', listener),
    // The caller bounds the wait, not the port.
    timeout: -1,
    bind: 'functions',
  });
}
