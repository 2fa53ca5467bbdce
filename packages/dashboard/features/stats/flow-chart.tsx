import type { OutcomesView } from '@seismo/server';
import clsx from 'clsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { flowOf, type FlowBand, type FlowNode, type FlowPart } from './flow.ts';
import { colorOf, outcomeNames } from './ledger.ts';
import { examplesHref, statsHref, type StatsUrlState } from './search-params.ts';

const titles: Record<FlowPart, string> = {
  key: 'Client key',
  kind: 'Kind',
  outcome: 'Outcome',
  reason: 'Reason',
};

/**
 * In percent of the width, for three and four columns: left edge of each column, maximum width of its labels, width of
 * a bar.
 */
const columnLefts: Readonly<Record<number, readonly number[]>> = { 3: [0, 38, 76], 4: [0, 27, 52, 78] };
const columnWidths: Readonly<Record<number, readonly number[]>> = { 3: [30, 30, 24], 4: [20, 18, 19, 22] };
const BAR = 0.8;

/**
 * Items by kind, outcome and reason as one balanced flow. Wide screens only: the tables below have the same numbers for
 * every screen and for screen readers.
 */
export function FlowChart({ ledger, urlState }: { ledger: OutcomesView; urlState: StatsUrlState }) {
  // With one key, there is nothing to compare.
  const { height, parts, nodes, bands } = flowOf(urlState.key === null ? ledger : { ...ledger, keys: [] });
  if (nodes.length === 0) return null;
  const leftOf = ({ part }: FlowNode) => columnLefts[parts.length]![parts.indexOf(part)]!;
  return (
    <figure aria-label="Received items by outcome" className="hidden sm:block">
      <div aria-hidden className="relative mb-2 h-5 text-12 text-muted">
        {parts.map((part, index) => (
          <span key={part} className="absolute" style={{ left: `${columnLefts[parts.length]![index]!}%` }}>
            {titles[part]}
          </span>
        ))}
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
              key={`${band.from.part} ${band.from.id} ${band.to.id}`}
              d={shapeOf(band, leftOf(band.from) + BAR, leftOf(band.to))}
              fill={band.to.outcome === null ? 'var(--ink-faint)' : colorOf(band.to.outcome)}
              opacity={band.to.outcome === null ? 0.14 : 0.22}
            />
          ))}
          {nodes.map((node) => (
            <rect
              key={`${node.part} ${node.id}`}
              x={leftOf(node)}
              width={BAR}
              y={node.top}
              height={node.height}
              fill={node.outcome === null ? 'var(--ink-faint)' : colorOf(node.outcome)}
            />
          ))}
        </svg>
        {nodes.map((node) => (
          <Label
            key={`${node.part} ${node.id}`}
            node={node}
            urlState={urlState}
            left={leftOf(node)}
            maxWidth={columnWidths[parts.length]![parts.indexOf(node.part)]!}
          />
        ))}
      </div>
    </figure>
  );
}

interface Props {
  node: FlowNode;
  urlState: StatsUrlState;
  left: number;
  maxWidth: number;
}

function Label({ node, urlState, left, maxWidth }: Props) {
  const { part, name, quantity, top, height } = node;
  const href = hrefOf(node, urlState);
  const text = (
    <>
      {href === null || part === 'key' ? null : <span className="sr-only">Examples of </span>}
      <span className={clsx('truncate', (part === 'kind' || part === 'reason') && 'font-mono text-12')}>
        {part === 'outcome' ? (outcomeNames[name] ?? name) : name}
      </span>
      <span className="shrink-0 text-muted">{count(quantity)}</span>
    </>
  );
  const className = 'absolute flex items-center gap-2 text-13';
  const style = { top, height, left: `calc(${left + BAR}% + 8px)`, maxWidth: `calc(${maxWidth}% - 12px)` };
  return href === null ? (
    <span className={className} style={style}>
      {text}
    </span>
  ) : (
    <Link href={href} className={clsx(className, 'rounded-sm hover:underline')} style={style}>
      {text}
    </Link>
  );
}

function hrefOf({ part, name, outcome, key }: FlowNode, urlState: StatsUrlState) {
  if (part === 'key') return key && statsHref({ ...urlState, projects: [key.project], key: key.keyId });
  if (part === 'kind') return examplesHref(urlState, { kind: name });
  if (outcome === null || outcome === 'in flight') return null;
  return examplesHref(urlState, { outcome, reason: part === 'reason' ? name : '' });
}

function shapeOf({ fromTop, fromHeight, toTop, toHeight }: FlowBand, left: number, right: number): string {
  const middle = (left + right) / 2;
  return (
    `M${left} ${fromTop}C${middle} ${fromTop} ${middle} ${toTop} ${right} ${toTop}` +
    `V${toTop + toHeight}C${middle} ${toTop + toHeight} ${middle} ${fromTop + fromHeight} ${left} ${fromTop + fromHeight}Z`
  );
}
