import type { ReactNode } from 'react';

interface Props {
  name: string;
  kind: string;
  badge: ReactNode;
  /** What is known of it, in short texts. */
  facts: ReactNode[];
  actions: ReactNode;
  children?: ReactNode;
}

/** An entry of a list of settings, with its actions. */
export function SettingsRow({ name, kind, badge, facts, actions, children }: Props) {
  return (
    <li aria-label={name} className="px-4 py-3 text-13 not-last:border-b not-last:border-line">
      <div className="peer flex flex-wrap items-start gap-x-1 gap-y-2">
        <div className="mr-3 min-w-0 flex-1 basis-64">
          <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            {kind === '' ? null : <span className="text-muted">{kind}</span>}
            {badge}
          </p>
          <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-12 text-muted">
            {facts.map((fact, index) => (
              <li key={index} className="min-w-0 [overflow-wrap:anywhere]">
                {fact}
              </li>
            ))}
          </ul>
        </div>
        {actions}
      </div>
      {children}
    </li>
  );
}
