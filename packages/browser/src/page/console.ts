import type { Client } from '../client.ts';
import { safely } from '../debug.ts';

export type ConsoleMethod = 'debug' | 'info' | 'warn' | 'error' | 'log' | 'assert' | 'trace';
type Listener = (method: ConsoleMethod, args: unknown[]) => void;

const methods: readonly ConsoleMethod[] = ['debug', 'info', 'warn', 'error', 'log', 'assert', 'trace'];
const listeners = new Set<Listener>();
let patched = false;
let listening = false;

/** Listens to the page's console messages, which still appear in the console. */
export function observeConsole(client: Client, listener: Listener): void {
  if (!patched) patch();
  listeners.add(listener);
  client.signal.addEventListener('abort', () => listeners.delete(listener));
}

function patch(): void {
  patched = true;
  const page = console as unknown as Record<ConsoleMethod, (...args: unknown[]) => void>;
  for (const method of methods) {
    const original = page[method];
    page[method] = function (this: unknown, ...args) {
      // A listener that writes to the console itself is not heard again.
      if (!listening && (method !== 'assert' || !args[0])) {
        listening = true;
        for (const listener of listeners) safely(() => listener(method, args));
        listening = false;
      }
      original.apply(this ?? console, args);
    };
  }
}
