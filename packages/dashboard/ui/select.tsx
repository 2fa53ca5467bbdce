'use client';

import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Labeled } from './labeled.tsx';

/** A labeled select with its error and an optional hint; its children are options. */
export const Select = ({
  label,
  hint,
  className,
  ...select
}: ComponentProps<'select'> & { label: string; hint?: ReactNode }) => (
  <Labeled label={label} name={select.name} hint={hint} className={clsx('items-start', className)}>
    {(control) => <select className="select h-9!" {...control} {...select} />}
  </Labeled>
);
