import type { EventPayload } from '@seismo/protocol';
import { Section } from '#ui/section.tsx';
import { hydrationOf, type DiffLine } from './hydration.ts';

const sides: Record<DiffLine['side'], { mark: string; word: string; className: string }> = {
  client: { mark: '+', word: 'Browser', className: 'bg-good-wash text-good' },
  server: { mark: '−', word: 'Server', className: 'bg-error-wash text-error' },
  both: { mark: '', word: '', className: '' },
};

/** Differences between the server's and the browser's rendering, line by line. */
export function HydrationDiff({ event }: { event: EventPayload }) {
  const found = hydrationOf(event);
  if (!found) return null;
  const { path, lines } = found;
  return (
    <Section title="Hydration difference" note="− server, + browser">
      {path === '' ? null : <p className="mb-2 font-mono text-12 [overflow-wrap:anywhere] text-muted">at {path}</p>}
      <div
        tabIndex={0}
        role="group"
        aria-label="Difference between server and browser"
        className="overflow-x-auto rounded-md border border-line bg-surface py-1.5 font-mono text-12 leading-5"
      >
        <ol className="w-max min-w-full">
          {lines.map(({ side, text }, index) => (
            <li key={index} className={`flex pr-4 ${sides[side].className}`}>
              <span aria-hidden className="w-8 shrink-0 text-center select-none">
                {sides[side].mark}
              </span>
              {side === 'both' ? null : <span className="sr-only">{sides[side].word}: </span>}
              <span className="whitespace-pre">{text === '' ? ' ' : text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
