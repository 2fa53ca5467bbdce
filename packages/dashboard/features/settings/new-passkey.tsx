'use client';

import { useState, useTransition, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { withVisibleFields, type Refused } from '#ui/fields.ts';
import { Form } from '#ui/form.tsx';
import { text } from '#ui/form-text.ts';
import { callAction } from '#ui/call-action.ts';
import { FormError } from '#ui/form-error.tsx';
import { passkeyError } from '../auth/passkey.ts';
import { addPasskey, beginPasskey } from './second-factor-actions.ts';

/** Creates a passkey on this device, a phone or a security key. */
export function NewPasskey() {
  const [problem, setProblem] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const label = text(new FormData(form), 'label').trim();
    start(async () => {
      setProblem(null);
      const { startRegistration } = await import('@simplewebauthn/browser');
      const started = await callAction(beginPasskey());
      if (!started.ok) return setProblem(started);
      const response = await startRegistration({ optionsJSON: started.options }).catch((error: unknown) =>
        setProblem({ ok: false, message: passkeyError(error) }),
      );
      if (!response) return;
      const result = await callAction(addPasskey(label, response));
      if (result.ok) form.reset();
      else setProblem(withVisibleFields(result, (name) => name === 'label'));
    });
  };
  return (
    <Form
      fields={problem?.fields ?? {}}
      onSubmit={submit}
      onInput={() => setProblem(null)}
      className="flex flex-col gap-3"
    >
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Passkey name" name="label" required maxLength={100} placeholder="Laptop" className="w-64" />
        <Button type="submit" pending={pending} className="mt-6.5 h-9">
          Add passkey
        </Button>
      </div>
      <FormError result={problem} />
    </Form>
  );
}
