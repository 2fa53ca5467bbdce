import { decodedPath, type EventPayload } from '@seismo/protocol';
import { plural } from '#components/ui/count.ts';
import { Section } from '#components/ui/section.tsx';
import { componentsOf, foldComponents } from './components.ts';

/** Steps in by a little each; a tree deeper than that goes straight down, so that a phone shows all of it. */
const STEP_PX = 12;
const STEP_COUNT_MAX = 14;

/** The components that were being rendered, from the root to the one that threw. */
export function ComponentTree({ event }: { event: EventPayload }) {
  const components = componentsOf(event);
  if (components.length === 0) return null;
  const lines = foldComponents(components);
  return (
    <Section title="Component tree" note={`${plural(components.length, 'component')}, the root first`}>
      <ol className="overflow-hidden rounded-md border border-line bg-surface py-1.5">
        {lines.map((line, index) => {
          const paddingLeft = 12 + STEP_PX * Math.min(index, STEP_COUNT_MAX);
          if ('hidden' in line)
            return (
              <li key={index} className="py-0.5 pr-3 text-12 text-muted" style={{ paddingLeft }}>
                {plural(line.hidden, 'element')} of HTML, libraries or minified code
              </li>
            );
          const { name, place, isElement } = line;
          const isLast = index === lines.length - 1;
          return (
            <li
              key={index}
              className={`flex min-w-0 flex-wrap items-baseline gap-x-2 py-0.5 pr-3 text-13 ${isLast ? 'bg-error-wash' : ''}`}
              style={{ paddingLeft }}
            >
              <span
                className={`font-mono [overflow-wrap:anywhere] ${isLast ? 'font-semibold text-error' : isElement ? 'text-muted' : ''}`}
              >
                {`<${name}>`}
              </span>
              <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere] text-muted">
                {decodedPath(place)}
              </span>
              {isLast ? <span className="ml-auto text-12 text-error">threw</span> : null}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
