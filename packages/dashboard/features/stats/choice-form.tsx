'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { texts } from '#components/ui/form-text.ts';

/** Choices that live in the URL. A GET form before hydration; afterwards choosing navigates at once. */
export function ChoiceForm({ path, choices }: { path: string; choices: Choice[] }) {
  const router = useRouter();
  const go = (form: HTMLFormElement) => {
    const params = new URLSearchParams(texts(new FormData(form)));
    router.push(`${path}?${params}` as Route);
  };
  return (
    <form action={path} className="flex flex-wrap gap-2">
      <Choices choices={choices} onChoose={go} />
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
