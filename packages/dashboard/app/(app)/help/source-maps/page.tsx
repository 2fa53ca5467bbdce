import type { Metadata } from 'next';
import { mappingErrors } from '@seismo/protocol';
import { Page } from '#shell/page.tsx';
import { InlineCode } from '#features/issue/stack/map-status.tsx';

export const metadata: Metadata = { title: 'Source map errors' };

export default function SourceMapReasonsPage() {
  return (
    <Page title="Why a frame has no source map" state="Each unmapped frame shows one of these reasons.">
      <div className="max-w-[72ch] text-14">
        {Object.entries(mappingErrors).map(([code, { title, means, todo }]) => (
          <section
            key={code}
            id={code}
            aria-labelledby={`${code}-title`}
            className="scroll-mt-4 border-t border-line py-4 target:border-l-2 target:border-l-accent target:pl-4"
          >
            <h2 id={`${code}-title`} className="flex flex-wrap items-baseline gap-x-2 text-14">
              {title} <span className="font-mono text-12 font-normal text-muted">{code}</span>
            </h2>
            <p className="mt-1">
              <InlineCode text={means} />
            </p>
            <p className="mt-1 text-muted">
              <InlineCode text={todo} />
            </p>
          </section>
        ))}
      </div>
    </Page>
  );
}
