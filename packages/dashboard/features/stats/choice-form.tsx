'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { texts } from '#components/ui/form-text.ts';

export interface Choice {
  name: string;
  label: string;
  value: string;
  options: [value: string, label: string][];
}

/** Choices that live in the URL. A GET form before hydration; afterwards choosing navigates at once. */
export function ChoiceForm({ path, choices }: { path: string; choices: Choice[] }) {
  const router = useRouter();
  const go = (form: HTMLFormElement | null) => {
    if (!form) return;
    const params = new URLSearchParams(texts(new FormData(form)));
    router.push(`${path}?${params}` as Route);
  };
  return (
    <form action={path} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <select
          key={choice.name}
          name={choice.name}
          aria-label={choice.label}
          defaultValue={choice.value}
          onChange={(event) => go(event.currentTarget.form)}
          className="select"
        >
          {choice.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
