import { useActionState, useEffect, useRef, useState, type FormEvent } from 'react';
import { fieldOf, withVisibleFields, type Refused } from './fields.ts';
import { callAction } from './call-action.ts';

/**
 * The state of a form whose action returns a value. It submits once at a time, works before hydration, and clears only on
 * success. A refusal focuses the first invalid field, which shows its error until it changes. Pass `form` to a `Form`.
 * `resetOnError` also resets the fields after a refusal.
 */
export function useAction<Answer extends { ok: true } | Refused>(
  action: (before: Answer | null, form: FormData) => Promise<Answer>,
  resetOnError = false,
) {
  const form = useRef<HTMLFormElement>(null);
  const isVisible = (name: string) =>
    form.current?.querySelector(`[data-shows-error][name="${CSS.escape(name)}"]`) !== null;
  const [result, act, pending] = useActionState<Answer | Refused | null, FormData>(
    // Server-rendered HTML refers to the action itself.
    typeof window === 'undefined'
      ? (action as (before: Answer | Refused | null, form: FormData) => Promise<Answer>)
      : async (_before, data) => {
          const answer: { ok: true } | Refused = await callAction(action(null, data));
          return answer.ok ? (answer as Answer) : withVisibleFields(answer, isVisible);
        },
    null,
  );
  const [changed, setChanged] = useState<{ since: unknown; names: string[] }>({ since: null, names: [] });
  const done = useRef(false);
  useEffect(() => {
    done.current = result !== null && (result.ok || resetOnError);
    if (done.current) form.current?.reset();
    if (result && !result.ok)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-form-error]')?.focus();
  }, [result, resetOnError]);
  const onSubmit = (event: FormEvent) => {
    if (pending) event.preventDefault();
    done.current = false;
  };
  // React resets a form after every action, failed ones included.
  const onReset = (event: FormEvent) => done.current || event.preventDefault();
  const onInput = ({ target }: FormEvent) => {
    if (!result || result.ok || !('name' in target)) return;
    setChanged({ since: result, names: [...(changed.since === result ? changed.names : []), String(target.name)] });
  };
  const fields = result && !result.ok ? (result.fields ?? {}) : {};
  const remaining = Object.entries(fields).filter(
    ([path]) => changed.since !== result || !changed.names.includes(fieldOf(path).name),
  );
  return {
    result,
    pending,
    form: { ref: form, action: act, onSubmit, onReset, onInput, fields: Object.fromEntries(remaining) },
  };
}
