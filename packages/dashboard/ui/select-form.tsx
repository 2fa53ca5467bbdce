'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Choices, type Choice } from './options.tsx';
import { texts } from './form-text.ts';

/**
 * Choices that live in the URL, which leaves out what is usual. A GET form before hydration; afterwards choosing
 * navigates at once.
 */
export function ChoiceForm({
  path,
  choices,
  rest = [],
  label,
  className = 'flex flex-wrap gap-2',
}: {
  path: string;
  choices: Choice[];
  /** What else the address says, and keeps saying. */
  rest?: [name: string, value: string][];
  label?: string;
  className?: string;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (form: HTMLFormElement) => {
    const usual = new Map(choices.map((choice) => [choice.name, choice.usual ?? '']));
    const said = texts(new FormData(form)).filter(([name, value]) => usual.get(name) !== value);
    const query = new URLSearchParams(said).toString();
    start(() => router.push((query === '' ? path : `${path}?${query}`) as Route));
  };
  return (
    <form action={path} aria-label={label} aria-busy={pending} className={className}>
      <Choices choices={choices} onChoose={go} />
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
