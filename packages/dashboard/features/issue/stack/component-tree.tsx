import { ChevronRight } from 'lucide-react';
import { decodedPath, type EventPayload } from '@seismo/protocol';
import { plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { componentsOf, foldComponents, type RenderedComponent } from './components.ts';

/** Indent by a little, up to a limit, so that a phone shows deep trees. */
const STEP_PX = 12;
const STEP_COUNT_MAX = 14;

/** The components that were being rendered, from the root to the one that threw. */
export function ComponentTree({ event }: { event: EventPayload }) {
  const components = componentsOf(event);
  if (components.length === 0) return null;
  const lines = foldComponents(components);
  return (
    <Section title="Component tree" note={`${plural(components.length, 'component')}, root first`}>
      <ol className="overflow-hidden rounded-md border border-line bg-surface py-1.5">
        {lines.map((line, index) => {
          const paddingLeft = 12 + STEP_PX * Math.min(index, STEP_COUNT_MAX);
          if ('folded' in line) return <Folded key={index} components={line.folded} paddingLeft={paddingLeft} />;
          const isLast = index === lines.length - 1;
          return (
            <li key={index} className={`${row} ${isLast ? 'bg-error-wash' : ''}`} style={{ paddingLeft }}>
              <Name component={line} tone={isLast ? 'font-semibold text-error' : line.isElement ? 'text-muted' : ''} />
              {isLast ? <span className="ml-auto text-12 text-error">threw</span> : null}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

const row = 'flex min-w-0 flex-wrap items-baseline gap-x-2 py-0.5 pr-3 text-13';

function Folded({ components, paddingLeft }: { components: RenderedComponent[]; paddingLeft: number }) {
  return (
    <li>
      <details>
        <summary
          className="flex min-h-7 items-center gap-1.5 pr-3 text-12 text-muted hover:bg-hover hover:text-ink"
          style={{ paddingLeft }}
        >
          <ChevronRight size={14} aria-hidden className="chevron shrink-0 transition-transform duration-100" />
          {plural(components.length, 'element')} in HTML, libraries or minified code
        </summary>
        <ol>
          {components.map((component, index) => (
            <li key={index} className={row} style={{ paddingLeft: paddingLeft + STEP_PX }}>
              <Name component={component} tone="text-muted" />
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

function Name({ component: { name, location }, tone }: { component: RenderedComponent; tone: string }) {
  return (
    <>
      <span className={`font-mono [overflow-wrap:anywhere] ${tone}`}>{`<${name}>`}</span>
      <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere] text-muted">{decodedPath(location)}</span>
    </>
  );
}
