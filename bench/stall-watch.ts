import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

/** Loaded before a program: on request, returns the longest stall of its main thread since the last request. */
if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('message', () => {
    process.send!(Math.max(0, delay.max / 1e6 - RESOLUTION_MS));
    delay.reset();
  });
}
