'use client';

import { useState, useTransition, type FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { text } from '#components/ui/form-text.ts';
import { reached } from '#components/ui/reached.ts';
import { passkeyTrouble } from '#features/door/passkey.ts';
import { addPasskey, beginPasskey } from './second-factor-actions.ts';

/** Makes a passkey on this device, or on a phone or key beside it. */
export function NewPasskey() {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const label = text(new FormData(form), 'label').trim();
    start(async () => {
      setTrouble(null);
      const { startRegistration } = await import('@simplewebauthn/browser');
      const begun = await reached(beginPasskey());
      if (!begun.ok) return setTrouble(begun.message);
      const response = await startRegistration({ optionsJSON: begun.options }).catch((error: unknown) =>
        setTrouble(passkeyTrouble(error)),
      );
      if (!response) return;
      const result = await reached(addPasskey(label, response));
      if (result.ok) form.reset();
      else setTrouble(result.message);
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label="Name of the new passkey"
          name="label"
          required
          maxLength={100}
          placeholder="Laptop"
          className="w-64"
        />
        <Button type="submit" disabled={pending} className="h-9">
          Add a passkey
        </Button>
      </div>
      {trouble ? (
        <p role="alert" className="rounded-md bg-error-wash px-3 py-2 text-13 text-error">
          {trouble}
        </p>
      ) : null}
    </form>
  );
}
