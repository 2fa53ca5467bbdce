'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition, type FormEvent } from 'react';
import { Choices, type Choice } from '#components/ui/choices.tsx';
import { text } from '#components/ui/form-text.ts';
import { Picker, type Picked } from '#components/ui/picker.tsx';

/** A plain GET form: it works before hydration; afterwards a choice navigates at once. */
export function ContextForm({
  path,
  lists,
  range,
  rest,
}: {
  path: string;
  lists: Picked[];
  range: Choice | null;
  rest: [name: string, value: string][];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = (change: { list: string; values: string[] } | { range: string }) => {
    const query = new URLSearchParams();
    for (const { name, chosen } of lists) {
      const values = 'list' in change && change.list === name ? change.values : chosen;
      for (const value of values) query.append(name, value);
    }
    const chosen = 'range' in change ? change.range : range?.value;
    if (range && chosen && chosen !== range.usual) query.set(range.name, chosen);
    for (const [name, value] of rest) query.append(name, value);
    const search = query.toString();
    start(() => router.push((search === '' ? path : `${path}?${search}`) as Route));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // An open list counts when it closes.
    for (const list of event.currentTarget.querySelectorAll('details')) list.open = false;
  };
  return (
    <form
      action={path}
      aria-label="What is shown"
      aria-busy={pending}
      onSubmit={submit}
      className="relative grid auto-cols-fr grid-flow-col gap-2 md:flex"
    >
      {lists.map((list) => (
        <Picker key={list.name} {...list} onPick={(values) => go({ list: list.name, values })} />
      ))}
      {range ? (
        <Choices choices={[range]} onChoose={(form) => go({ range: text(new FormData(form), range.name) })} />
      ) : null}
      {rest.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="sr-only">
        Show
      </button>
    </form>
  );
}
