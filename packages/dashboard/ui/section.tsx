import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. Directly below tabs it has no top line. */
export function Section({ title, note, actions, children }: Props) {
  return (
    <section
      className="min-w-0 scroll-mt-24 border-t border-line py-5 [nav+&]:border-t-0 [nav+&]:pt-0"
      aria-label={title}
    >
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-14">{title}</h2>
        {note ? (
          <span
            className={clsx(
              'min-w-0 text-13 [overflow-wrap:anywhere] text-muted',
              // On phones, the actions stay beside the title.
              actions && 'max-sm:order-last max-sm:basis-full',
            )}
          >
            {note}
          </span>
        ) : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-1">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Names and values in two columns that fold into one on narrow screens. */
export function Definitions({ entries }: { entries: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-1 text-13 sm:grid-cols-[minmax(132px,30%)_minmax(0,1fr)]">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="border-line pt-1.5 text-muted [overflow-wrap:anywhere] sm:border-t sm:py-1.5 sm:pr-4">
            <Breakable name={name} />
          </dt>
          <dd className="min-w-0 border-line pb-1.5 [overflow-wrap:anywhere] sm:border-t sm:py-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A dotted name breaks between its parts. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
