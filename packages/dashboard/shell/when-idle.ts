const AT_REST_MS = 3000;

/** Does something once the page is loaded and the browser has nothing else to do. Answers with the way to call it off. */
export function whenIdle(callback: () => void): () => void {
  let idle = 0;
  // A browser that does not say when it is idle is given a while instead.
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
