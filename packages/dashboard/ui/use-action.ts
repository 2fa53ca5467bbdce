import { useActionState, useEffect, useRef, useState, type FormEvent } from 'react';
import { fieldOf, withShownFields, type Refused } from './fields.ts';
import { callAction } from './call-action.ts';

/**
 * A form whose action answers with a value. It is sent once at a time, works before hydration, and empties itself only when
 * the deed was done: refused or not answered, it keeps what was typed. A refusal leads to the field that it speaks of, which
 * says it until it is changed. `form` is for a `Form`. `goesBack`: what was chosen is shown as it is, refused or not.
 */
export function useAction<Answer extends { ok: true } | Refused>(
  action: (before: Answer | null, form: FormData) => Promise<Answer>,
  resetOnError = false,
) {
  const form = useRef<HTMLFormElement>(null);
  const isShown = (name: string) =>
    form.current?.querySelector(`[data-shows-error][name="${CSS.escape(name)}"]`) !== null;
  const [result, act, pending] = useActionState<Answer | Refused | null, FormData>(
    // The page that the server writes names the action itself.
    typeof window === 'undefined'
      ? (action as (before: Answer | Refused | null, form: FormData) => Promise<Answer>)
      : async (_before, given) => {
          const answer: { ok: true } | Refused = await callAction(action(null, given));
          return answer.ok ? (answer as Answer) : withShownFields(answer, isShown);
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
  // React empties a form after its action, whatever came of it.
  const onReset = (event: FormEvent) => done.current || event.preventDefault();
  const onInput = ({ target }: FormEvent) => {
    if (!result || result.ok || !('name' in target)) return;
    setChanged({ since: result, names: [...(changed.since === result ? changed.names : []), String(target.name)] });
  };
  const fields = result && !result.ok ? (result.fields ?? {}) : {};
  const stand = Object.entries(fields).filter(
    ([path]) => changed.since !== result || !changed.names.includes(fieldOf(path).name),
  );
  return {
    result,
    pending,
    form: { ref: form, action: act, onSubmit, onReset, onInput, fields: Object.fromEntries(stand) },
  };
}
