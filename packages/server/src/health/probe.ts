import type { IncomingHttpHeaders } from 'node:http';

/** How a request of our own arrived, after it went through the public URL. */
export interface Arrival {
  /** The address of the connection: the proxy's, if there is one. */
  peer: string | null;
  /** The host that pages compare with the origin of a form. */
  host: string | null;
  forwardedProtocol: string | null;
  forwardedFor: string | null;
  /** The address that Seismo takes for the sender's. */
  clientAddress: string | null;
}

export interface Probe {
  /** Starts waiting for a request with this name. */
  expect(): { name: string; arrival(): Arrival | null; [Symbol.dispose](): void };
  /** Called for requests with a name in their query. */
  arrived(name: string, peer: string | undefined, headers: IncomingHttpHeaders): void;
}

/** Only names that `expect` has given are recorded, so strangers cannot fill memory. */
export function createProbe(options: {
  newName(): string;
  clientAddress(peer: string | undefined, headers: IncomingHttpHeaders): string | null;
}): Probe {
  const expected = new Map<string, Arrival | null>();
  return {
    expect() {
      const name = options.newName();
      expected.set(name, null);
      return { name, arrival: () => expected.get(name) ?? null, [Symbol.dispose]: () => void expected.delete(name) };
    },
    arrived(name, peer, headers) {
      if (!expected.has(name)) return;
      expected.set(name, {
        peer: peer ?? null,
        host: text(headers['x-forwarded-host']) ?? headers.host ?? null,
        forwardedProtocol: text(headers['x-forwarded-proto']),
        forwardedFor: text(headers['x-forwarded-for']),
        clientAddress: options.clientAddress(peer, headers),
      });
    },
  };
}

function text(value: string | string[] | undefined): string | null {
  return value === undefined ? null : [value].flat().join(', ');
}
