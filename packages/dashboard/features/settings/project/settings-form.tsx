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

interface Props {
  save: (before: Result | null, form: FormData) => Promise<Result>;
  preview: (form: FormData) => Promise<PreviewView | Refused>;
  live?: boolean;
  /** Why the form is read-only, or `null`. */
  locked: string | null;
  children: ReactNode;
  onPreview?: (seen: PreviewView) => void;
}

/**
 * A settings form with a preview before saving. With `live` the preview follows the input, otherwise a button runs it.
 */
export function SettingsForm({ save, preview, live = false, locked, children, onPreview }: Props) {
  const { result, pending: saving, form } = useAction(save);
  const [seen, setSeen] = useState<PreviewView | null>(null);
  const [isLoading, startPreview] = useTransition();
  const newest = useRef(0);
  const panel = useRef<HTMLDivElement>(null);
  const wasRequested = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The button may be far above the preview.
  useEffect(() => {
    if (seen && wasRequested.current) panel.current?.scrollIntoView({ block: 'nearest' });
    wasRequested.current = false;
  }, [seen]);

  const runPreview = () => {
    clearTimeout(timer.current);
    if (!form.ref.current) return;
    const number = ++newest.current;
    const given = new FormData(form.ref.current);
    startPreview(async () => {
      const answer = await callAction(preview(given));
      // Responses may arrive out of order: ignore all but the latest.
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
      // React resets a form after its action; here it keeps the saved values.
      onReset={(event) => event.preventDefault()}
      onInput={(event) => {
        form.onInput(event);
        if (!live) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(runPreview, PREVIEW_DELAY_MS);
      }}
    >
      {children}
      <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3 md:bottom-0">
        <Button type="submit" variant="primary" pending={saving} className="h-9">
          Save
        </Button>
        <Button
          onClick={() => {
            wasRequested.current = true;
            runPreview();
          }}
          disabled={isLoading}
          className="h-9"
        >
          Preview on latest events
        </Button>
        <FormError result={result} />
        {result?.ok ? (
          <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
            {result.message}
          </p>
        ) : null}
      </div>
      <div ref={panel} role="status" aria-busy={isLoading} className="scroll-mb-36 md:scroll-mb-4">
        {seen ? <Preview seen={seen} /> : null}
      </div>
    </Form>
  );
}

/** Debounces typing. */
const PREVIEW_DELAY_MS = 350;
