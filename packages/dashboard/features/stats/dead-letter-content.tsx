'use client';

import type { DeadLetterContent as Letter } from '@seismo/server';
import { useState } from 'react';
import { callAction } from '#ui/call-action.ts';
import { Code } from '#ui/code.tsx';
import type { Refused } from '#ui/fields.ts';
import { FormError } from '#ui/form-error.tsx';
import type { Target } from '#server/target.ts';
import { readDeadLetter } from './actions.ts';

/** The content of an item as text, read when it is opened: each reading is in the audit log. */
export function DeadLetterContent({ project, id }: { project: Target; id: number }) {
  const [answer, setAnswer] = useState<{ ok: true; letter: Letter } | Refused | null>(null);
  const load = async (open: boolean) => {
    if (open && !answer?.ok) setAnswer(await callAction(readDeadLetter(project, id)));
  };
  return (
    <details onToggle={(event) => void load(event.currentTarget.open)} className="w-full text-13">
      <summary className="w-fit rounded-sm text-muted hover:text-ink">Show content</summary>
      <div className="mt-2 flex max-h-[70dvh] flex-col gap-2 overflow-auto">
        {answer === null ? <p className="text-muted">Loading</p> : <FormError result={answer} />}
        {answer?.ok ? (
          <>
            <p className="text-12 text-muted">
              As the client sent it, before scrubbing{answer.letter.isTruncated ? '. The rest is left out.' : '.'}
            </p>
            {answer.letter.headers === '' ? null : <Code text={answer.letter.headers} label="headers" />}
            <Code text={answer.letter.content} label="content" />
          </>
        ) : null}
      </div>
    </details>
  );
}
