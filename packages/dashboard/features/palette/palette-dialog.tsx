'use client';

import type { Found } from '@seismo/server';
import { Command } from 'cmdk';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import { Modal } from '#components/ui/modal.tsx';
import { codeHref } from '#features/error-codes/code.ts';
import { find } from './find.ts';
import { pages } from './pages.ts';

const QUIET_MS = 120;

const itemClass =
  'flex h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-13 data-[selected=true]:bg-hover data-[selected=true]:text-ink';

/** Finds pages, issues by short id or words, events by id, projects; runs what pages offer. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found[]>([]);
  const [pending, start] = useTransition();

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      start(async () => {
        const answer = text.trim() === '' ? [] : await find(text);
        if (current) setFound(answer);
      });
    }, QUIET_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);

  const go = (href: string) => {
    onClose();
    router.push(href as Route);
  };
  const wanted = text.trim().toLowerCase();
  const matching = pages.filter((page) => `${page.name} ${page.words}`.toLowerCase().includes(wanted));

  return (
    <Modal label="Find anything" onClose={onClose}>
      <Command shouldFilter={false} label="Find anything" loop>
        <Command.Input
          data-first-focus
          value={text}
          onValueChange={setText}
          placeholder="Page, issue, error code, event id, project"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-14 outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[52dvh] overflow-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-13 text-muted">
            {pending
              ? 'Looking'
              : 'Nothing found. An event id has 32 hexadecimal digits; an issue id looks like WEB-1A.'}
          </Command.Empty>
          {matching.map((page) => (
            <Command.Item key={page.href} value={page.href} onSelect={() => go(page.href)} className={itemClass}>
              {page.name}
            </Command.Item>
          ))}
          {found.map((hit) => {
            const { href, name, detail } = shown(hit);
            return (
              <Command.Item key={href} value={href} onSelect={() => go(href)} className={itemClass}>
                <span className="w-20 shrink-0 truncate font-mono text-12 text-muted">{detail}</span>
                <span className="min-w-0 truncate">{name}</span>
              </Command.Item>
            );
          })}
        </Command.List>
      </Command>
    </Modal>
  );
}

function shown(hit: Found): { href: string; name: string; detail: string } {
  if (hit.kind === 'project') {
    return { href: `/issues?project=${encodeURIComponent(hit.slug)}`, name: hit.name, detail: 'project' };
  }
  if (hit.kind === 'error-code') return { href: codeHref(hit.code), name: hit.title, detail: 'error code' };
  const issue = `/issues/${encodeURIComponent(hit.shortId)}`;
  if (hit.kind === 'issue') return { href: issue, name: hit.title, detail: hit.shortId };
  return { href: `${issue}/events/${hit.eventId}`, name: hit.title, detail: hit.eventId.slice(0, 8) };
}
