import { startTransition, useEffect, useState } from 'react';

/** Shorter pauses in typing send no request. */
const PAUSE_MS = 120;

interface Found<Answer> {
  text: string;
  /** `null` if the server did not answer. */
  answer: Answer | null;
}

/**
 * The latest answer to a text that the user types, or `null` before the first one. The request of an earlier text is
 * aborted. `search` must be the same function in every render; without `text` there is no request.
 */
export function useSearchAsYouType<Answer>(
  text: string | null,
  search: (text: string, signal: AbortSignal) => Promise<Answer>,
): Found<Answer> | null {
  const [found, setFound] = useState<Found<Answer> | null>(null);
  useEffect(() => {
    if (text === null) return;
    const leave = new AbortController();
    const timer = setTimeout(
      async () => {
        const answer = await search(text, leave.signal).catch(() => null);
        if (!leave.signal.aborted) startTransition(() => setFound({ text, answer }));
      },
      text === '' ? 0 : PAUSE_MS,
    );
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [text, search]);
  return found;
}
