'use client';

import type { PreviewView } from '@seismo/server';
import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import type { Refused } from '#ui/fields.ts';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { Locked } from '#ui/locked.tsx';
import { callAction } from '#ui/call-action.ts';
import { useAction } from '#ui/use-action.ts';
import type { Result } from '#server/refusal.ts';
import { toast } from '#features/toast/toast.ts';
import { Preview } from './preview.tsx';

/**
 * A form of settings that says what they would do before they are saved. `live`: whenever something is typed, else at the
 * press of a button. What was typed stays until it is saved.
 */
export function SettingsForm({
  save,
  preview,
  live = false,
  locked,
  children,
  onPreview,
}: {
  save: (before: Result | null, form: FormData) => Promise<Result>;
  preview: (form: FormData) => Promise<PreviewView | Refused>;
  live?: boolean;
  /** Why it is only to be read, by who may not save it. */
  locked: string | null;
  children: ReactNode;
  onPreview?: (seen: PreviewView) => void;
}) {
  const { result, pending: saving, form } = useAction(save);
  const [seen, setSeen] = useState<PreviewView | null>(null);
  const [looking, startLooking] = useTransition();
  const newest = useRef(0);
  const shown = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The button may stand far above the answer.
  useEffect(() => {
    if (seen && isAsked.current) shown.current?.scrollIntoView({ block: 'nearest' });
    isAsked.current = false;
  }, [seen]);

  const look = () => {
    clearTimeout(timer.current);
    if (!form.ref.current) return;
    const number = ++newest.current;
    const given = new FormData(form.ref.current);
    startLooking(async () => {
      const answer = await callAction(preview(given));
      // Answers may overtake each other: only the one to the newest question counts.
      if (number !== newest.current) return;
      if ('ok' in answer) return toast({ text: answer.message });
      setSeen(answer);
      onPreview?.(answer);
    });
  };
  if (locked) return <Locked reason={locked}>{children}</Locked>;
  return (
    <Form
      {...form}
      // React empties a form after its action; here it shows what holds from now on.
      onReset={(event) => event.preventDefault()}
      onInput={(event) => {
        form.onInput(event);
        if (!live) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(look, LOOK_AFTER_MS);
      }}
    >
      {children}
      <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3 md:bottom-0">
        <Button type="submit" variant="primary" pending={saving} className="h-9">
          Save
        </Button>
        <Button
          onClick={() => {
            isAsked.current = true;
            look();
          }}
          disabled={looking}
          className="h-9"
        >
          Try on the newest events
        </Button>
        <FormError result={result} />
        {result?.ok ? (
          <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
            {result.message}
          </p>
        ) : null}
      </div>
      <div ref={shown} role="status" aria-busy={looking} className="scroll-mb-36 md:scroll-mb-4">
        {seen ? <Preview seen={seen} /> : null}
      </div>
    </Form>
  );
}

/** Long enough not to ask at every letter, short enough to seem at once. */
const LOOK_AFTER_MS = 350;
