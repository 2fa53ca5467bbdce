'use client';

import type { ReactNode } from 'react';
import { inputClass } from './input-class.ts';
import { Labeled } from './labeled.tsx';

interface Props {
  name: string;
  label: string;
  values: string[];
  placeholder: string;
  hint?: string;
  children?: ReactNode;
}

/** A list with one entry per line. */
export const ListTextarea = ({ name, label, values, placeholder, hint, children }: Props) => (
  <div className="flex flex-col gap-1.5">
    <Labeled label={label} name={name} hint={hint}>
      {(control) => (
        <textarea
          name={name}
          defaultValue={values.join('\n')}
          placeholder={placeholder}
          rows={Math.min(8, Math.max(2, values.length + 1))}
          spellCheck={false}
          autoCapitalize="off"
          {...control}
          className={`${inputClass} h-auto! py-2 font-mono text-13!`}
        />
      )}
    </Labeled>
    {children}
  </div>
);
