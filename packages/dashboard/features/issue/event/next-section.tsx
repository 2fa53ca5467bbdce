import type { EventPayload, Json } from '@seismo/protocol';
import { Definitions, Section } from '#ui/section.tsx';
import { Value } from './value.tsx';

const kinds: Record<string, string> = {
  render: 'Render',
  route: 'Route handler',
  action: 'Server action',
  proxy: 'Proxy',
};

/** Where in the Next.js app the error occurred. The digest has its own section. */
export function NextSection({ event }: { event: EventPayload }) {
  const next = event.contexts['nextjs'];
  if (!next) return null;
  const { route, route_type: type, render_source: source, router_kind: router, ...rest } = next;
  const { action_id: id, action_name: name, action_file: file } = rest;
  const kind = typeof type === 'string' ? (kinds[type] ?? type) : undefined;
  const entries: [string, Json | undefined][] = [
    ['Route', route],
    ['Type', kind],
    ['Rendered by', source],
    ['Router', router],
    ['Action', name],
    ['Action file', file],
    ['Action ID', id],
  ];
  const known = entries.flatMap(([label, value]): [string, React.ReactNode][] =>
    value === undefined || value === null || value === '' ? [] : [[label, <Value key={label} value={value} />]],
  );
  if (known.length === 0) return null;
  return (
    <Section title={type === 'action' || id !== undefined ? 'Server action' : 'Next.js'}>
      <Definitions entries={known} />
    </Section>
  );
}
