import { TRANSPORT_COMPRESS_BYTES_MIN } from '@seismo/protocol/client-limits';
import type { BrowserOptions } from '../options.ts';
import type { TransportExtras } from './transport.ts';

/** Compression, and the way straight to the DSN's host for pages that have no tunnel. */
export function transportExtras({ compress, tunnel }: BrowserOptions, direct: string): TransportExtras {
  return {
    ...(compress !== false && 'CompressionStream' in globalThis && compressor()),
    ...(tunnel === undefined && {
      // Only for the tunnel path that was not configured: sites without a tunnel answer 404 or with a page.
      reroute: ({ status, headers }, from) =>
        from !== direct && (status === 404 || status === 405 || /html/.test(`${headers.get('content-type')}`))
          ? direct
          : undefined,
    }),
  };
}

function compressor(): Required<Pick<TransportExtras, 'compress' | 'leave'>> {
  const compressing = new Set<Blob>();
  return {
    compress(lines, url) {
      // `gzip` to another origin would cause a preflight request, so only requests to the page's own origin are
      // compressed.
      if (!/^\/(?!\/)/.test(url) || lines.size < TRANSPORT_COMPRESS_BYTES_MIN) return undefined;
      compressing.add(lines);
      const stream = lines.stream().pipeThrough(new CompressionStream('gzip'));
      // If it is not there any more, it left with the page.
      return new Response(stream).blob().then((body) => (compressing.delete(lines) ? body : undefined));
    },
    leave(beacon) {
      for (const lines of compressing) if (beacon(lines)) compressing.delete(lines);
    },
  };
}
