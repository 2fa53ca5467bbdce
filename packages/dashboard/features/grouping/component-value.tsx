import type { GroupingComponent } from '@seismo/protocol';

export function ComponentValue({ component }: { component: GroupingComponent }) {
  return (
    <code className={`text-12 [overflow-wrap:anywhere] ${component.contributes ? '' : 'text-muted'}`}>
      {component.value || 'empty'}
    </code>
  );
}

const names: Record<string, string> = { exception: 'error' };

export function nameOf(kind: string): string {
  return names[kind] ?? kind;
}
