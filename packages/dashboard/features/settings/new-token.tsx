'use client';

import type { Scope } from '@seismo/server';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';
import { createToken } from './actions.ts';
import { tokenPresets } from './scopes.ts';

interface Props {
  /** Those that the viewer can grant. */
  scopes: readonly Scope[];
  /** The ID of the preset that a link selected. */
  preset: string | undefined;
}

/** Creates a token with a selection of scopes and shows it once. A preset selects the scopes that a task needs. */
export function NewToken({ scopes, preset: linked }: Props) {
  const id = useId();
  const { result, pending, form } = useAction(createToken);
  const presets = tokenPresets.filter((each) => each.scopes.every((scope) => scopes.includes(scope)));
  const first = presets.find(({ id }) => id === linked) ?? presets[0]!;
  const [selected, setSelected] = useState(first.scopes);
  const isSame = (each: readonly Scope[]) =>
    each.length === selected.length && each.every((scope) => selected.includes(scope));
  const preset = presets.find((each) => isSame(each.scopes)) ?? presets.at(-1)!;
  return (
    <Form
      {...form}
      onReset={(event) => {
        form.onReset(event);
        if (!event.isDefaultPrevented()) setSelected(first.scopes);
      }}
      className="flex flex-col gap-4"
    >
      <Field
        label="Label"
        name="label"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="Deployment"
        className="max-w-96"
      />
      <div className="flex max-w-96 flex-col gap-1.5">
        <label htmlFor={id} className="text-13 font-medium">
          Use
        </label>
        <select
          id={id}
          value={preset.id}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget: { value } }) => setSelected(presets.find((each) => each.id === value)!.scopes)}
          className="select h-9!"
        >
          {presets.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <p id={`${id}-note`} className="text-12 text-muted">
          {preset.note}
        </p>
      </div>
      <fieldset>
        <legend className="mb-2 text-13 font-medium">Scopes</legend>
        <div className="grid max-w-xl grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3">
          {scopes.map((scope) => (
            <label key={scope} className="flex min-h-6 items-center gap-2 font-mono text-12">
              <input
                type="checkbox"
                name="scope"
                value={scope}
                checked={selected.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  setSelected(scopes.filter((each) => (each === scope ? checked : selected.includes(each))))
                }
                className="accent-[var(--accent)]"
              />
              {scope}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex items-center gap-2 text-13">
        Expires
        <select name="days" defaultValue="365" className="select">
          <option value="30">after 30 days</option>
          <option value="90">after 90 days</option>
          <option value="365">after a year</option>
          <option value="0">never</option>
        </select>
      </label>
      <FormError result={result} />
      {result?.ok ? (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-13">Copy this token now. You will not see it again.</p>
          <Code text={result.message} label="token" />
        </div>
      ) : null}
      <Button type="submit" variant="primary" pending={pending} className="self-start">
        Create token
      </Button>
    </Form>
  );
}
