import { once } from 'node:events';
import { createServer } from 'node:net';

const rangeLength = 1000;
/** Below the ephemeral ports of the system; each test worker has its own range. */
const firstPort = 20_000 + Number(process.env['VITEST_POOL_ID'] ?? 0) * rangeLength;
let offset = Math.floor(Math.random() * rangeLength);

/** For programs that need their port before they start. */
export async function freePort(): Promise<number> {
  const port = firstPort + (offset++ % rangeLength);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
