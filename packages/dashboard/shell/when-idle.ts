const AT_REST_MS = 3000;

/** Runs a callback once the page is loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  let idle = 0;
  // Without `requestIdleCallback`, wait a fixed time.
  const wait = () => {
    idle = 'requestIdleCallback' in window ? requestIdleCallback(callback) : Number(setTimeout(callback, AT_REST_MS));
  };
  const stop = () => {
    removeEventListener('load', wait);
    if ('cancelIdleCallback' in window) cancelIdleCallback(idle);
    else clearTimeout(idle);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return stop;
}
