'use client';

import clsx from 'clsx';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  beginAuthenticator,
  disableAuthenticator,
  enableAuthenticator,
  newRecoveryCodes,
} from './second-factor-actions.ts';

/** Turns the authenticator on and off, and shows recovery codes once. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const { result: started, pending: beginning, form: begin } = useAction(beginAuthenticator);
  const [open, setOpen] = useState<'disable' | 'codes' | null>(null);
  const router = useRouter();
  const done = () => {
    setOpen(null);
    router.refresh();
  };
  if (isOn) {
    return (
      <div className="flex flex-col items-start gap-3">
        <div className="flex flex-wrap gap-2">
          <Button small onClick={() => setOpen('codes')}>
            New recovery codes
          </Button>
          <Button small onClick={() => setOpen('disable')}>
            Turn off
          </Button>
        </div>
        {open === 'codes' ? (
          <CodeForm key="codes" action={newRecoveryCodes} submit="Create new codes" onSaved={done} />
        ) : null}
        {open === 'disable' ? (
          <CodeForm key="off" action={disableAuthenticator} submit="Turn off two-step sign-in" onSaved={done} />
        ) : null}
      </div>
    );
  }
  if (!started?.ok) {
    return (
      <Form {...begin} className="flex flex-col items-start gap-3">
        <FormError result={started} />
        <Button type="submit" pending={beginning}>
          Set up authenticator app
        </Button>
      </Form>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[72ch] text-13">
        Scan this QR code with an authenticator app on your phone, or enter the key manually. Then enter the six-digit
        code from the app.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <div
          role="img"
          aria-label="QR code for the authenticator app"
          className="size-44 rounded-md bg-white p-2 [&>svg]:size-full"
          // The server generates this SVG, so it is trusted.
          dangerouslySetInnerHTML={{ __html: started.svg }}
        />
        <div className="min-w-0 flex-1 basis-64">
          <Code text={started.secret} label="key" />
          <CodeForm action={enableAuthenticator} submit="Turn on" onSaved={done} className="mt-4" />
        </div>
      </div>
    </div>
  );
}

interface Props {
  action: typeof enableAuthenticator;
  submit: string;
  /** The user has saved the recovery codes. */
  onSaved: () => void;
  className?: string;
}

function CodeForm({ action, submit, onSaved, className }: Props) {
  const { result, pending, form } = useAction(action);
  if (result?.ok && result.recoveryCodes) {
    return (
      <div role="status" className="mt-4 flex max-w-96 flex-col gap-2">
        <p className="text-13">
          Store these recovery codes away from your phone. Each code works once. You will not see them again.
        </p>
        <Code text={result.recoveryCodes.join('\n')} label="recovery codes" />
        <Button small onClick={onSaved} className="self-start">
          I saved my codes
        </Button>
      </div>
    );
  }
  return (
    <Form {...form} className={clsx('flex flex-col gap-3', className)}>
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Code" name="code" autoComplete="one-time-code" required maxLength={40} className="w-48" />
        <Button type="submit" pending={pending} className="mt-6.5 h-9">
          {submit}
        </Button>
      </div>
      <FormError result={result} />
    </Form>
  );
}
