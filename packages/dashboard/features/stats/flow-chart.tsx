import type { LedgerView } from '@seismo/server';
import clsx from 'clsx';
import { count } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { flowOf, type FlowBand, type FlowNode } from './flow.ts';
import { colourOf, outcomeNames } from './ledger.ts';
import { examplesHref, type StatsShown } from './search-params.ts';

/** Where each column begins and how wide its bars are, in hundredths of the width. */
const lefts = [0, 38, 76] as const;
const BAR = 0.8;

/**
 * Received, what became of it, and why, as one balanced flow. Wide screens only: the tables below say the same in numbers,
 * on every screen and to screen readers.
 */
export function FlowChart({ ledger, shown }: { ledger: LedgerView; shown: StatsShown }) {
  const { height, nodes, bands } = flowOf(ledger);
  if (nodes.length === 0) return null;
  return (
    <figure aria-label="From what was received to what became of it" className="hidden sm:block">
      <div aria-hidden className="mb-2 grid grid-cols-[38%_38%_24%] text-12 text-muted">
        <span>Received</span>
        <span>What became of it</span>
        <span>Why</span>
      </div>
      <div className="relative" style={{ height }}>
        <svg
          aria-hidden
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {bands.map((band) => (
            <path
              key={`${band.from.id} ${band.to.id}`}
              d={shapeOf(band)}
              fill={colourOf(band.to.outcome ?? '')}
              opacity="0.22"
            />
          ))}
          {nodes.map((node) => (
            <rect
              key={`${node.column} ${node.id}`}
              x={lefts[node.column]}
              width={BAR}
              y={node.top}
              height={node.height}
              fill={node.outcome === null ? 'var(--ink-faint)' : colourOf(node.outcome)}
            />
          ))}
        </svg>
        {nodes.map((node) => (
          <Label key={`${node.column} ${node.id}`} node={node} shown={shown} />
        ))}
      </div>
    </figure>
  );
}

function Label({ node, shown }: { node: FlowNode; shown: StatsShown }) {
  const { column, name, outcome, quantity, top, height } = node;
  const leads = outcome !== null && outcome !== 'in flight';
  const text = (
    <>
      {leads ? <span className="sr-only">Examples of </span> : null}
      <span className={clsx('truncate', column !== 1 && 'font-mono text-12')}>
        {column === 1 ? (outcomeNames[name] ?? name) : name}
      </span>
      <span className="shrink-0 text-muted">{count(quantity)}</span>
    </>
  );
  const look = 'absolute flex items-center gap-2 text-13';
  const style = {
    top,
    height,
    left: `calc(${lefts[column] + BAR}% + 8px)`,
    maxWidth: `calc(${column === 2 ? 24 : 30}% - 12px)`,
  };
  return !leads ? (
    <span className={look} style={style}>
      {text}
    </span>
  ) : (
    <Link
      href={examplesHref(shown, outcome, column === 2 ? name : '')}
      className={clsx(look, 'rounded-sm hover:underline')}
      style={style}
    >
      {text}
    </Link>
  );
}

function shapeOf({ from, to, fromTop, fromHeight, toTop, toHeight }: FlowBand): string {
  const [left, right] = [lefts[from.column] + BAR, lefts[to.column]];
  const middle = (left + right) / 2;
  return (
    `M${left} ${fromTop}C${middle} ${fromTop} ${middle} ${toTop} ${right} ${toTop}` +
    `V${toTop + toHeight}C${middle} ${toTop + toHeight} ${middle} ${fromTop + fromHeight} ${left} ${fromTop + fromHeight}Z`
  );
}
