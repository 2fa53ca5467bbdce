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

/** Switches the authenticator on, step by step, and off again; shows recovery codes once. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const { result: begun, pending: beginning, form: begin } = useAction(beginAuthenticator);
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
          <Button small variant="danger" onClick={() => setOpen('disable')}>
            Switch off
          </Button>
        </div>
        {open === 'codes' ? (
          <CodeForm key="codes" action={newRecoveryCodes} submit="Make new codes" onKept={done} />
        ) : null}
        {open === 'disable' ? (
          <CodeForm key="off" action={disableAuthenticator} submit="Switch it off" onKept={done} />
        ) : null}
      </div>
    );
  }
  if (!begun?.ok) {
    return (
      <Form {...begin} className="flex flex-col items-start gap-3">
        <FormError result={begun} />
        <Button type="submit" pending={beginning}>
          Set up an authenticator
        </Button>
      </Form>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[72ch] text-13">
        Scan this with an authenticator program on your phone, or type the key in by hand. Then type the six digits it
        shows.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <div
          role="img"
          aria-label="QR code of the key"
          className="size-44 rounded-md bg-white p-2 [&>svg]:size-full"
          // An image that the server drew from a key of its own making.
          dangerouslySetInnerHTML={{ __html: begun.svg }}
        />
        <div className="min-w-0 flex-1 basis-64">
          <Code text={begun.secret} label="key" />
          <CodeForm action={enableAuthenticator} submit="Switch it on" onKept={done} className="mt-4" />
        </div>
      </div>
    </div>
  );
}

function CodeForm({
  action,
  submit,
  onKept,
  className,
}: {
  action: typeof enableAuthenticator;
  submit: string;
  /** The recovery codes were written down. */
  onKept: () => void;
  className?: string;
}) {
  const { result, pending, form } = useAction(action);
  if (result?.ok && result.recoveryCodes) {
    return (
      <div role="status" className="mt-4 flex max-w-96 flex-col gap-2">
        <p className="text-13">
          Keep these recovery codes where your phone is not. Each signs you in once. They are not shown again.
        </p>
        <Code text={result.recoveryCodes.join('\n')} label="recovery codes" />
        <Button small onClick={onKept} className="self-start">
          I have kept them
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
