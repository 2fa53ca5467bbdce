import type { Client } from '../client.ts';
import { safely } from '../debug.ts';
import { readServerAction, type ServerAction } from '../next/server-action.ts';

/** A request of the page, while it is under way and when it is over. */
export interface PageRequest {
  kind: 'fetch' | 'xhr';
  method: string;
  url: URL;
  /** The Next.js server action that it calls. */
  action: ServerAction | undefined;
  /** Headers that it has, and those that it gets; `set` adds to them. */
  headers: Headers;
  set(name: string, value: string): void;
  /** Of the answer; 0 without one. */
  status: number;
}

export interface RequestObserver {
  started(request: PageRequest): void;
  ended(request: PageRequest): void;
}

const observers = new Set<RequestObserver>();
let patched = false;

/** Watches `fetch` and `XMLHttpRequest` of the page, but not the requests of the client itself. */
export function observeRequests(client: Client, { started, ended }: RequestObserver): void {
  if (!patched && 'XMLHttpRequest' in globalThis) patch();
  const ofOthers = (notify: (request: PageRequest) => void) => (request: PageRequest) => {
    if (!sameResource(request.url, client.transport.url)) safely(() => notify(request));
  };
  const observer = { started: ofOthers(started), ended: ofOthers(ended) };
  observers.add(observer);
  client.signal.addEventListener('abort', () => observers.delete(observer));
}

const resolved = (url: string | URL): URL => new URL(url, globalThis.location?.href);

/** Whether two addresses are one but for their query. */
export function sameResource(one: string | URL, other: string | URL): boolean {
  const [a, b] = [resolved(one), resolved(other)];
  return a.origin === b.origin && a.pathname === b.pathname;
}

function begin(
  kind: PageRequest['kind'],
  method: string,
  url: string | URL,
  headers: Headers,
  set: PageRequest['set'],
): PageRequest {
  const action = readServerAction(method, (name) => headers.get(name));
  const request = { kind, method: method.toUpperCase(), url: resolved(url), action, headers, set, status: 0 };
  for (const observer of observers) observer.started(request);
  return request;
}

function end(request: PageRequest | undefined, status: number): void {
  if (request) for (const observer of observers) observer.ended({ ...request, status });
}

function patch(): void {
  patched = true;
  const { fetch } = globalThis;
  globalThis.fetch = function (this: unknown, input: RequestInfo | URL, init?: RequestInit) {
    let changed = init;
    const request = safely(() => {
      const given = input instanceof Request ? input : undefined;
      const headers = new Headers(init?.headers ?? given?.headers);
      return begin(
        'fetch',
        init?.method ?? given?.method ?? 'GET',
        given?.url ?? (input as string | URL),
        headers,
        (name, value) => {
          headers.set(name, value);
          changed = { ...init, headers };
        },
      );
    });
    // The caller gets the rejection too: handling it only here would hide an unhandled one.
    return fetch.call(this as typeof globalThis, input, changed).then(
      (response) => {
        end(request, response.status);
        return response;
      },
      (error: unknown) => {
        end(request, 0);
        throw error;
      },
    );
  };

  const xhr = XMLHttpRequest.prototype;
  const { open, send, setRequestHeader } = xhr;
  const opened = new WeakMap<XMLHttpRequest, { method: string; url: string | URL; headers: Headers }>();
  xhr.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    safely(() => opened.set(this, { method: String(args[0]), url: args[1] as string, headers: new Headers() }));
    return open.apply(this, args as Parameters<typeof open>);
  };
  xhr.setRequestHeader = function (name, value) {
    setRequestHeader.call(this, name, value);
    safely(() => opened.get(this)?.headers.append(name, value));
  };
  xhr.send = function (body) {
    safely(() => {
      const { method, url, headers } = opened.get(this)!;
      const request = begin('xhr', method, url, headers, (name, value) => setRequestHeader.call(this, name, value));
      this.addEventListener('loadend', () => end(request, this.status), { once: true });
    });
    return send.call(this, body);
  };
}
