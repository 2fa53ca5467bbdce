import { useEffect, useState, type RefObject } from 'react';

/** Rows beyond the edges of the screen that are rendered as well. */
const MARGIN = 15;

/** The rows of equal height that are on the screen, while the page scrolls. Before the first layout: the given ones. */
export function useWindow(
  root: RefObject<HTMLElement | null>,
  rowPx: number,
  total: number,
  initial: { from: number; to: number },
): { from: number; to: number } {
  const [rows, setRows] = useState(initial);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      // Nothing is there while there are no rows.
      if (!root.current) return;
      const { top } = root.current.getBoundingClientRect();
      const from = Math.max(0, Math.floor(-top / rowPx) - MARGIN);
      const to = Math.min(total, Math.ceil((innerHeight - top) / rowPx) + MARGIN);
      setRows((before) => (before.from === from && before.to === to ? before : { from, to: Math.max(from, to) }));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [root, rowPx, total]);
  return rows;
}
