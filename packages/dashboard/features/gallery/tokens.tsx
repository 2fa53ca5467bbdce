import { Section } from '#ui/section.tsx';

const papers = [
  'sunken',
  'paper',
  'surface',
  'hover',
  'overlay',
  'accent-wash',
  'good-wash',
  'warning-wash',
  'error-wash',
];
const inks = [
  'ink',
  'ink-muted',
  'ink-faint',
  'accent',
  'good',
  'level-fatal',
  'level-error',
  'level-warning',
  'level-info',
  'level-debug',
];
const series = Array.from({ length: 8 }, (_, index) => `series-${index + 1}`);
const density = Array.from({ length: 5 }, (_, index) => `density-${index + 1}`);
const sizes = ['text-12', 'text-13', 'text-14', 'text-16', 'text-20', 'text-28'];

/** The design tokens. */
export function Tokens() {
  return (
    <>
      <Section title="Colors" note="Every text color on every background, then the chart scales">
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
          {papers.map((paper) => (
            <div key={paper} className="rounded-md border border-line p-3" style={{ background: `var(--${paper})` }}>
              <p className="mb-1 text-12">{paper}</p>
              {/* Washes are for the ink of their own kind and for plain text. */}
              {(paper.endsWith('-wash') && paper !== 'accent-wash' ? ['ink'] : inks).map((ink) => (
                <p key={ink} className="text-13" style={{ color: `var(--${ink})` }}>
                  {ink}
                </p>
              ))}
            </div>
          ))}
        </div>
        {[series, density, ['bar', 'bar-partial', 'line', 'line-strong']].map((scale) => (
          <div key={scale[0]} className="mt-3 flex flex-wrap gap-2">
            {scale.map((name) => (
              <div key={name} className="w-20 text-12 text-muted">
                <div className="mb-1 h-8 rounded-sm" style={{ background: `var(--${name})` }} />
                {name}
              </div>
            ))}
          </div>
        ))}
      </Section>
      <Section title="Type">
        {sizes.map((size) => (
          <p key={size} className={size}>
            {size} The basket is empty 0123456789 <code>const paid = x();</code>
          </p>
        ))}
      </Section>
    </>
  );
}
