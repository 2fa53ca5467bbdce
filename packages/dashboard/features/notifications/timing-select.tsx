'use client';

import type { NotificationTiming } from '@seismo/server';
import type { ComponentProps } from 'react';
import { timings } from './kinds.ts';

interface Props extends Omit<ComponentProps<'select'>, 'defaultValue'> {
  /** `undefined`: as in general, which is an option then. */
  timing: NotificationTiming | undefined;
  hasDefault?: boolean;
}

/** When a kind is sent. */
export function TimingSelect({ timing, hasDefault = false, ...select }: Props) {
  return (
    <select {...select} defaultValue={timing ?? ''} className="select">
      {hasDefault ? <option value="">As above</option> : null}
      {timings.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
