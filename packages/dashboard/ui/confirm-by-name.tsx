'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import { Button, type Variant } from './button.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { Overlay } from './overlay.tsx';
import { FormError } from './form-error.tsx';
import { useAction } from './use-action.ts';

/**
 * The one way to what cannot be taken back: a button that asks, and goes on only when the name of the thing was written.
 * `name` is what has to be written; the form has it as `confirm`.
 */
export function ConfirmByName({
  button,
  label,
  variant = 'danger',
  small = false,
  title,
  name,
  submit,
  action,
  children,
}: {
  /** Its face, and for screen readers what it is of. */
  button: string;
  label?: string;
  variant?: Variant;
  small?: boolean;
  title: string;
  name: string;
  submit: string;
  action: (before: Result | null, form: FormData) => Promise<Result>;
  /** What will be gone, in a sentence or two. */
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} small={small} aria-label={label} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {button}
      </Button>
      {asking ? (
        <ConfirmDialog {...{ title, name, submit, action }} onClose={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface ConfirmProps {
  title: string;
  name: string;
  submit: string;
  action: (before: Result | null, form: FormData) => Promise<Result>;
  onClose: () => void;
  children: ReactNode;
}

/** What the button asks, for what is opened in another way. */
export function ConfirmDialog(asking: ConfirmProps) {
  return (
    <Overlay label={asking.title} onClose={asking.onClose}>
      <ConfirmForm {...asking} />
    </Overlay>
  );
}

function ConfirmForm({ title, name, submit, action, onClose, children }: ConfirmProps) {
  const [written, setWritten] = useState('');
  const { result, pending, form } = useAction(async (before: Result | null, given: FormData) => {
    const answer = await action(before, given);
    // The dialog goes, perhaps with its button, and has no place to say anything.
    if (answer.ok && answer.message) toast({ text: answer.message });
    return answer;
  });
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (result?.ok) close.current();
  }, [result]);
  const isMeant = written.trim() === name.trim();
  return (
    <Form
      {...form}
      onSubmit={(event) => (isMeant ? form.onSubmit(event) : event.preventDefault())}
      className="flex flex-col gap-4 p-5 text-left text-14"
    >
      <h2 className="text-16 [overflow-wrap:anywhere]">{title}</h2>
      <div className="text-13 text-muted">{children}</div>
      <div className="flex flex-col gap-1.5">
        <p className="text-13">
          Type <b className="font-mono font-semibold [overflow-wrap:anywhere] select-all">{name}</b> to confirm.
        </p>
        <Field
          label="Confirmation"
          name="confirm"
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-first-focus
        />
      </div>
      <FormError result={result} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" pending={!isMeant || pending} className="h-9">
          {submit}
        </Button>
        <Button onClick={onClose} className="h-9">
          Cancel
        </Button>
      </div>
    </Form>
  );
}
