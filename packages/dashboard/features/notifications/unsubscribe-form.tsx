'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import type { Result } from '#server/refusal.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';

interface Props {
  title: string;
  text: string;
  /** The confirmation, and what the user can do after it. */
  done: string;
  after: string;
  /** The user has already unsubscribed. */
  isDone: boolean;
  action: (before: Result | null, form: FormData) => Promise<Result>;
  link: ReactNode;
}

/** One button, and afterward the confirmation in its place. */
export function UnsubscribeForm({ title, text, done, after, isDone, action, link }: Props) {
  const { result, pending, form } = useAction(action);
  const confirmed = useRef<HTMLHeadingElement>(null);
  const isNew = result?.ok === true;
  // The button had the focus, and is gone.
  useEffect(() => {
    if (isNew) confirmed.current?.focus();
  }, [isNew]);
  if (isDone || isNew) {
    return (
      <>
        <h1 ref={confirmed} tabIndex={-1} className="text-20 outline-none">
          You are unsubscribed
        </h1>
        <p className="text-14 [overflow-wrap:anywhere] text-muted">
          {done} {after}
        </p>
        {link}
      </>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-20">{title}</h1>
        <p className="text-14 [overflow-wrap:anywhere] text-muted">{text}</p>
      </div>
      <Form {...form} className="flex flex-col gap-4">
        <FormError result={result} />
        <Button type="submit" variant="primary" pending={pending} className="h-9 self-start">
          Unsubscribe
        </Button>
      </Form>
    </>
  );
}
