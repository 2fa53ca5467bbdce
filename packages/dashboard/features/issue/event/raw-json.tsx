'use client';

import { useState } from 'react';
import { Code } from '#ui/code.tsx';

/** The event as JSON, fetched when it is opened: most readers never do. */
export function RawJson({ href }: { href: string }) {
  const [text, setText] = useState<string | null>(null);
  const load = async (open: boolean) => {
    if (!open || text !== null) return;
    const answer = await fetch(href);
    setText(
      answer.ok
        ? JSON.stringify(await answer.json(), null, 2)
        : 'Could not load the event. Close this section and open it again.',
    );
  };
  return (
    <details onToggle={(event) => void load(event.currentTarget.open)} className="text-13">
      <summary className="w-fit rounded-sm text-muted hover:text-ink">Show event JSON</summary>
      <div className="mt-2 max-h-[70dvh] overflow-auto">
        {text === null ? <p className="text-muted">Loading</p> : <Code text={text} label="event as JSON" />}
      </div>
    </details>
  );
}
