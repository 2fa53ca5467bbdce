import type { GroupingComponent } from '@seismo/protocol';
import { Check, Minus } from 'lucide-react';

/** What was looked at, part by part: what counted, and of what did not, why. */
export function ComponentTable({ components }: { components: GroupingComponent[] }) {
  return (
    <table className="w-full text-13">
      <thead className="sr-only">
        <tr>
          <th scope="col">Counts</th>
          <th scope="col">What</th>
          <th scope="col">Value</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {components.map((component, index) => (
          <tr
            key={index}
            className="grid grid-cols-[20px_72px_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5 first:border-t sm:grid-cols-[20px_88px_minmax(0,1fr)_200px]"
          >
            <td className="pt-0.5">
              <CountMark counts={component.contributes} />
            </td>
            <td className="text-12 leading-5 text-muted">{nameOf(component.kind)}</td>
            <td className="min-w-0 leading-5">
              <ComponentValue component={component} />
            </td>
            <td className="col-start-3 text-12 leading-5 text-muted sm:col-start-4">{component.why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ComponentValue({ component }: { component: GroupingComponent }) {
  return (
    <code
      className={`text-12 [overflow-wrap:anywhere] ${component.contributes ? '' : 'text-muted line-through decoration-line-strong'}`}
    >
      {component.value || 'empty'}
    </code>
  );
}

function CountMark({ counts }: { counts: boolean }) {
  return counts ? (
    <Check size={15} role="img" aria-label="counts" className="text-accent" />
  ) : (
    <Minus size={15} role="img" aria-label="does not count" className="text-faint" />
  );
}

const names: Record<string, string> = { exception: 'error', fingerprint: 'fingerprint' };

export function nameOf(kind: string): string {
  return names[kind] ?? kind;
}
