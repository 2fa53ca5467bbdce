import { useActionState, useEffect, useRef, type FormEvent } from 'react';
import { reached } from './reached.ts';

type Refused = { ok: false; message: string };

/**
 * A form whose action answers with a value. It is sent once at a time, works before hydration, and empties itself only when
 * the deed was done: refused or not answered, it keeps what was typed.
 */
export function useAction<Answer extends { ok: true } | Refused>(
  action: (before: Answer | null, form: FormData) => Promise<Answer>,
) {
  const [result, act, pending] = useActionState<Answer | Refused | null, FormData>(
    // The page that the server writes names the action itself.
    typeof window === 'undefined'
      ? (action as (before: Answer | Refused | null, form: FormData) => Promise<Answer>)
      : (_before, given) => reached(action(null, given)),
    null,
  );
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  useEffect(() => {
    done.current = result?.ok === true;
    if (done.current) form.current?.reset();
  }, [result]);
  const onSubmit = (event: FormEvent) => {
    if (pending) event.preventDefault();
    done.current = false;
  };
  // React empties a form after its action, whatever came of it.
  const onReset = (event: FormEvent) => done.current || event.preventDefault();
  return { result, pending, form: { ref: form, action: act, onSubmit, onReset } };
}
