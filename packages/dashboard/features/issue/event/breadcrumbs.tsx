'use client';

import type { Breadcrumb, Json, Level } from '@seismo/protocol';
import { CircleAlert, Globe, MousePointerClick, Navigation, Terminal, UserRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#ui/section.tsx';
import { offset } from '#lib/time/relative.ts';
import { isAtLeast, kindOf, levelsOf, matches, type CrumbKind } from './breadcrumb-kind.ts';

const icons: Record<CrumbKind, LucideIcon> = {
  error: CircleAlert,
  http: Globe,
  navigation: Navigation,
  ui: MousePointerClick,
  user: UserRound,
  console: Terminal,
  other: Terminal,
};
const kindNames: Record<CrumbKind, string> = {
  error: 'Error',
  http: 'Request',
  navigation: 'Navigation',
  ui: 'Interaction',
  user: 'User',
  console: 'Console',
  other: 'Other',
};

const levelWords: Record<Level, string> = {
  fatal: 'Fatal only',
  error: 'Error and above',
  warning: 'Warning and above',
  info: 'Info and above',
  debug: 'Debug and above',
};

/** Breadcrumbs before the error, the newest last, each with its distance from the error. */
export function Breadcrumbs({ crumbs, errorAtMs }: { crumbs: Breadcrumb[]; errorAtMs: number }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<CrumbKind | ''>('');
  const [level, setLevel] = useState('');
  const kinds = [...new Set(crumbs.map(kindOf))];
  const levels = levelsOf(crumbs);
  const visible = crumbs.filter(
    (crumb) => (kind === '' || kindOf(crumb) === kind) && isAtLeast(crumb, level) && matches(crumb, text),
  );
  return (
    <Section
      title="Breadcrumbs"
      note={visible.length === crumbs.length ? String(crumbs.length) : `${visible.length} of ${crumbs.length}`}
      actions={
        <>
          {kinds.length > 1 ? (
            <select
              aria-label="Breadcrumb type"
              className="select"
              value={kind}
              onChange={(event) => setKind(event.target.value as CrumbKind | '')}
            >
              <option value="">All types</option>
              {kinds.map((name) => (
                <option key={name} value={name}>
                  {kindNames[name]}
                </option>
              ))}
            </select>
          ) : null}
          {levels.length > 1 ? (
            <select
              aria-label="Breadcrumb level"
              className="select"
              value={level}
              onChange={(event) => setLevel(event.target.value)}
            >
              <option value="">All levels</option>
              {levels.slice(0, -1).map((name) => (
                <option key={name} value={name}>
                  {levelWords[name]}
                </option>
              ))}
            </select>
          ) : null}
          <input
            type="search"
            aria-label="Filter breadcrumbs"
            placeholder="Filter"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-8 w-36 rounded-md border border-line bg-surface px-2.5 text-13 placeholder:text-faint hover:border-line-strong"
          />
        </>
      }
    >
      {visible.length === 0 ? (
        <p className="text-13 text-muted">No matching breadcrumbs.</p>
      ) : (
        <ol className="overflow-hidden rounded-md border border-line bg-surface">
          {visible.map((crumb, index) => (
            <Crumb key={index} crumb={crumb} errorAtMs={errorAtMs} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Crumb({ crumb, errorAtMs }: { crumb: Breadcrumb; errorAtMs: number }) {
  const kind = kindOf(crumb);
  const Icon = icons[kind];
  const data = Object.entries(crumb.data ?? {});
  const isError = crumb.level === 'error' || crumb.level === 'fatal';
  return (
    <li className="grid grid-cols-[20px_1fr_auto] items-start gap-x-2.5 px-3 py-1.5 text-13 not-last:border-b not-last:border-line">
      <span
        className={`pt-0.5 ${isError ? 'text-error' : crumb.level === 'warning' ? 'text-warning' : 'text-muted'}`}
        title={kindNames[kind]}
      >
        <Icon size={15} aria-hidden />
        <span className="sr-only">{kindNames[kind]}</span>
      </span>
      <div className="min-w-0">
        <span className="mr-1 text-12 text-muted">{crumb.category ?? crumb.type ?? 'default'}</span>{' '}
        {crumb.message ? <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">{crumb.message}</span> : null}
        {data.length > 0 ? (
          <dl className="flex flex-wrap gap-x-4 font-mono text-12 text-muted">
            {data.map(([name, value]) => (
              <div key={name} className="flex min-w-0 gap-1.5">
                <dt>{name}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere] text-ink">{shortened(value)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      <span
        className="text-right text-12 whitespace-nowrap text-muted"
        title={crumb.timestamp ? new Date(crumb.timestamp * 1000).toISOString() : undefined}
      >
        {crumb.timestamp === undefined ? '' : offset(crumb.timestamp * 1000, errorAtMs)}
      </span>
    </li>
  );
}

const CHARS_MAX = 400;

function shortened(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text;
}
