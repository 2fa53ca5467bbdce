'use client';

import type { ResolutionChoices } from '@seismo/server';
import { Command } from 'cmdk';
import { GitCommitHorizontal, Tag } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Time } from '#components/time/time.tsx';
import { Modal } from '#components/ui/modal.tsx';
import { resolutionChoices } from './actions.ts';
import type { LifeChoice } from './life-choices.ts';

const QUIET_MS = 120;
const WHOLE_HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;
const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 text-13 data-[selected=true]:bg-hover data-[selected=true]:text-ink';
const groupClass =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted';

/** Releases and commits of the project, found by typing. A commit that nobody knows yet is taken by its whole hash. */
export default function ResolveDialog({
  shortId,
  onChoose,
  onClose,
}: {
  /** Of one of the issues that are to be resolved. */
  shortId: string;
  onChoose: (choice: Omit<LifeChoice, 'name'>) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<(ResolutionChoices & { nowMs: number }) | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      async () => {
        const choices = await resolutionChoices(shortId, text);
        if (current) setFound(choices);
      },
      text === '' ? 0 : QUIET_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [shortId, text]);
  const inCommit = (commit: string) =>
    onChoose({ said: `resolved in ${commit.slice(0, 7)}`, status: { to: 'resolved', in: 'commit', commit } });
  const typed = text.trim();
  const isUnknown = WHOLE_HASH.test(typed) && found?.commits.length === 0;
  return (
    <Modal label="Resolve in a release or commit" onClose={onClose}>
      <Command label="Resolve in a release or commit" shouldFilter={false} loop>
        <Command.Input
          data-first-focus
          value={text}
          onValueChange={setText}
          placeholder="Release, commit, author, or a whole hash"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[56dvh] overflow-auto p-1.5" aria-busy={found === null}>
          {found === null ? null : (
            <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
              {typed === ''
                ? 'The project has neither releases nor commits yet. sentry-cli sends commits with a release.'
                : 'No release and no commit says this. A commit that is not known yet is named by its whole hash.'}
            </Command.Empty>
          )}
          {isUnknown ? (
            <Command.Item value={typed} onSelect={() => inCommit(typed)} className={itemClass}>
              <GitCommitHorizontal size={15} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0">
                <span className="font-mono text-12">{typed.slice(0, 12)}</span>
                <Note>no release holds it yet; it counts from the first one that does</Note>
              </span>
            </Command.Item>
          ) : null}
          {found && found.releases.length > 0 ? (
            <Command.Group heading="Releases" className={groupClass}>
              {found.releases.map(({ version, firstSeenAtMs }) => (
                <Command.Item
                  key={version}
                  value={`release ${version}`}
                  onSelect={() =>
                    onChoose({
                      said: `resolved in ${version}`,
                      status: { to: 'resolved', in: 'release', release: version },
                    })
                  }
                  className={itemClass}
                >
                  <Tag size={15} aria-hidden className="shrink-0 text-muted" />
                  <span className="min-w-0 truncate font-mono text-12">{version}</span>
                  <span className="ml-auto shrink-0 text-12 text-muted">
                    <Time atMs={firstSeenAtMs} nowMs={found.nowMs} ago />
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ) : null}
          {found && found.commits.length > 0 ? (
            <Command.Group heading="Commits" className={groupClass}>
              {found.commits.map(({ id, title, authorName, release, atMs }) => (
                <Command.Item key={id} value={`commit ${id}`} onSelect={() => inCommit(id)} className={itemClass}>
                  <GitCommitHorizontal size={15} aria-hidden className="shrink-0 text-muted" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{title}</span>
                    <Note>
                      <span className="font-mono">{id.slice(0, 7)}</span> by {authorName || 'somebody'}, in {release}
                    </Note>
                  </span>
                  {atMs === null ? null : (
                    <span className="shrink-0 text-12 text-muted">
                      <Time atMs={atMs} nowMs={found.nowMs} ago />
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ) : null}
        </Command.List>
      </Command>
    </Modal>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block truncate text-12 text-muted">{children}</span>;
}
