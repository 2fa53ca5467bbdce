'use client';

import { ArrowLeftRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, type FormEvent } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { texts } from '#ui/form-text.ts';
import { Link } from '#ui/link.tsx';
import { compareHref, readCompared, type Compared } from './search-params.ts';

interface Props {
  compared: Compared;
  versions: string[];
  environments: [value: string, label: string][];
}

/** Which two: typed, or taken from the list. A GET form before hydration. */
export function CompareForm({ compared, versions, environments }: Props) {
  const router = useRouter();
  const list = useId();
  const { base, head } = compared;
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    router.push(compareHref(readCompared(base, Object.fromEntries(texts(new FormData(event.currentTarget))))));
  };
  const field = (name: string, label: string, value: string) => (
    <label className="flex min-w-0 flex-1 basis-52 flex-col gap-1 text-12 text-muted">
      {label}
      <input
        name={name}
        list={list}
        defaultValue={value}
        required
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder="Version"
        className="h-8 w-full rounded-md border border-line bg-surface px-2.5 font-mono text-12 text-ink placeholder:text-faint hover:border-line-strong"
      />
    </label>
  );
  return (
    <form action={compareHref({ base })} onSubmit={go} role="search" className="flex flex-wrap items-end gap-2">
      {field('base', 'Release', base)}
      {head === '' ? null : (
        <Link
          href={compareHref({ ...compared, base: head, head: base, cursor: null })}
          className={buttonClass('quiet')}
          title="Swap releases"
        >
          <ArrowLeftRight size={14} aria-hidden />
          <span className="sr-only">Swap releases</span>
        </Link>
      )}
      {field('with', 'Compare with', head)}
      <datalist id={list}>
        {versions.map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </datalist>
      <select
        name="environment"
        aria-label="Environment"
        defaultValue={compared.environments[0] ?? ''}
        className="select"
      >
        {environments.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('primary')}>
        Compare
      </button>
    </form>
  );
}
