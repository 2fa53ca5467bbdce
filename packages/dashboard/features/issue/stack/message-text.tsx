import type { EventPayload } from '@seismo/protocol';
import type { ReactNode } from 'react';
import { Definitions } from '#ui/section.tsx';
import { Value } from '../event/value.tsx';

/** The message of an event and, if it was filled in, the template that it was made from. */
export function MessageText({ message }: { message: NonNullable<EventPayload['logentry']> }) {
  const { formatted, message: template, params } = message;
  const parts: [string, ReactNode][] = [['Template', <code key="template">{template}</code>]];
  if (params !== undefined) parts.push(['Parameters', <Value key="parameters" value={params} />]);
  return (
    <div className="min-w-0">
      <p className="text-14 [overflow-wrap:anywhere] whitespace-pre-wrap">{formatted}</p>
      {template !== undefined && template !== formatted ? (
        <details className="mt-1 text-12 text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">Template and parameters</summary>
          <div className="mt-2 text-ink">
            <Definitions entries={parts} />
          </div>
        </details>
      ) : null}
    </div>
  );
}
