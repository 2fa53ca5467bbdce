import { GitCommitHorizontal, Tag } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Time } from '#lib/time/time.tsx';
import { Combobox, type ComboboxGroup } from '#ui/combobox.tsx';
import { Overlay } from '#ui/overlay.tsx';
import type { Target } from '#server/target.ts';
import { read, type Answer } from '#lib/read.ts';
import { useSearchAsYouType } from '#lib/use-search-as-you-type.ts';
import type { StatusOption } from './status-options.ts';

const WHOLE_HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;

type Found = Answer<'resolutionOptions'>;

interface ResolveOption {
  id: string;
  option: Omit<StatusOption, 'name'>;
  content: ReactNode;
}

interface Props {
  /** One of the issues to resolve. */
  issue: Target;
  onSelect: (choice: Omit<StatusOption, 'name'>) => void;
  onClose: () => void;
}

/** Releases and commits of the issue's project, found by typing. Accepts the full hash of an unknown commit. */
export function ResolveDialog({ issue: { organizationId, id }, onSelect, onClose }: Props) {
  const [text, setText] = useState('');
  const search = useCallback(
    (text: string, signal: AbortSignal) => read('resolutionOptions', organizationId, { issue: id, text }, signal),
    [organizationId, id],
  );
  const found = useSearchAsYouType(text.trim(), search);
  const groups = useMemo(() => (found?.answer ? groupsOf(found.text, found.answer) : []), [found]);
  return (
    <Overlay label="Resolve in a release or commit" onClose={onClose}>
      <Combobox
        label="Resolve in a release or commit"
        placeholder="Search releases, commits or authors, or paste a full hash"
        text={text}
        onTextChange={setText}
        groups={groups}
        groupsFor={found?.text ?? null}
        empty={
          found === null
            ? null
            : found.answer === null
              ? 'The server is not responding. Try again in a moment.'
              : found.text === ''
                ? 'This project has no releases or commits yet. Send them with sentry-cli releases set-commits.'
                : 'No matching release or commit. To use a commit that is not in a release yet, paste its full hash.'
        }
        renderOption={renderOption}
        onSelect={({ option }) => onSelect(option)}
      />
    </Overlay>
  );
}

const renderOption = ({ content }: ResolveOption) => content;

function groupsOf(text: string, { releases, commits, nowMs }: Found): ComboboxGroup<ResolveOption>[] {
  const unknown = WHOLE_HASH.test(text) && commits.length === 0 ? [unknownCommitOption(text)] : [];
  return [
    { heading: null, options: unknown },
    { heading: 'Releases', options: releases.map((release) => releaseOption(release, nowMs)) },
    { heading: 'Commits', options: commits.map((commit) => commitOption(commit, nowMs)) },
  ].filter(({ options }) => options.length > 0);
}

function unknownCommitOption(hash: string): ResolveOption {
  return inCommit(
    hash,
    <>
      <GitCommitHorizontal size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="font-mono text-12">{hash.slice(0, 12)}</span>
        <Note>Not released yet. The issue is resolved in the first release that contains this commit.</Note>
      </span>
    </>,
  );
}

function releaseOption({ version, firstSeenAtMs }: Found['releases'][number], nowMs: number): ResolveOption {
  return {
    id: `release ${version}`,
    option: { message: `resolved in ${version}`, status: { to: 'resolved', in: 'release', release: version } },
    content: (
      <>
        <Tag size={15} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 truncate font-mono text-12">{version}</span>
        <span className="ml-auto shrink-0 text-12 text-muted">
          <Time atMs={firstSeenAtMs} nowMs={nowMs} ago />
        </span>
      </>
    ),
  };
}

function commitOption(
  { id, title, authorName, release, atMs }: Found['commits'][number],
  nowMs: number,
): ResolveOption {
  return inCommit(
    id,
    <>
      <GitCommitHorizontal size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        <Note>
          <span className="font-mono">{id.slice(0, 7)}</span> by {authorName || 'unknown author'} in {release}
        </Note>
      </span>
      {atMs === null ? null : (
        <span className="shrink-0 text-12 text-muted">
          <Time atMs={atMs} nowMs={nowMs} ago />
        </span>
      )}
    </>,
  );
}

function inCommit(commit: string, content: ReactNode): ResolveOption {
  const message = `resolved in ${commit.slice(0, 7)}`;
  return { id: `commit ${commit}`, option: { message, status: { to: 'resolved', in: 'commit', commit } }, content };
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block truncate text-12 text-muted">{children}</span>;
}
