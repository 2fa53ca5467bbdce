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
 * A button for irreversible actions: its dialog submits only after the user types `name`, which the form sends as `confirm`.
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
  /** The button’s text, and an optional accessible label. */
  button: string;
  label?: string;
  variant?: Variant;
  small?: boolean;
  title: string;
  name: string;
  submit: string;
  action: (before: Result | null, form: FormData) => Promise<Result>;
  /** What the action deletes. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} small={small} aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {button}
      </Button>
      {isOpen ? (
        <ConfirmDialog {...{ title, name, submit, action }} onClose={() => setOpen(false)}>
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

/** The dialog alone, for other triggers. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Overlay label={props.title} onClose={props.onClose}>
      <ConfirmForm {...props} />
    </Overlay>
  );
}

function ConfirmForm({ title, name, submit, action, onClose, children }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const { result, pending, form } = useAction(async (before: Result | null, data: FormData) => {
    const answer = await action(before, data);
    // The dialog closes, so a toast shows the message.
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
  const isConfirmed = typed.trim() === name.trim();
  return (
    <Form
      {...form}
      onSubmit={(event) => (isConfirmed ? form.onSubmit(event) : event.preventDefault())}
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
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-first-focus
        />
      </div>
      <FormError result={result} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" pending={!isConfirmed || pending} className="h-9">
          {submit}
        </Button>
        <Button onClick={onClose} className="h-9">
          Cancel
        </Button>
      </div>
    </Form>
  );
}
