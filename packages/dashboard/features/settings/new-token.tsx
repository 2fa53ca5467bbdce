'use client';

import type { Scope } from '@seismo/server';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';
import { createToken } from './actions.ts';
import { defaultScopes } from './scopes.ts';

/** Creates a token with a selection of these scopes and shows it once. */
export function NewToken({ scopes }: { scopes: readonly Scope[] }) {
  const { result, pending, form } = useAction(createToken);
  return (
    <Form {...form} className="flex flex-col gap-4">
      <Field
        label="Label"
        name="label"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="Deployment"
        className="max-w-96"
      />
      <fieldset>
        <legend className="mb-2 text-13 font-medium">Scopes</legend>
        <div className="grid max-w-xl grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3">
          {scopes.map((scope) => (
            <label key={scope} className="flex min-h-6 items-center gap-2 font-mono text-12">
              <input
                type="checkbox"
                name="scope"
                value={scope}
                defaultChecked={defaultScopes.includes(scope)}
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
