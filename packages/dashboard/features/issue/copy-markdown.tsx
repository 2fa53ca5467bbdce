'use client';

import { Check, ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#features/toast/toast.ts';

/** Copies the issue with this event for an issue tracker or an assistant. Fetched on demand. */
export function CopyMarkdown({ href, shortId }: { href: string; shortId: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const text = fetch(href).then(async (answer) => {
      if (!answer.ok) throw new Error(await answer.text());
      return answer.text();
    });
    try {
      await write(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
      toast({ text: 'Copied as Markdown, without user data' });
    } catch {
      toast({ text: 'Could not copy. Allow this page to use the clipboard, then try again.' });
    }
  };
  useCommands('page', () => ({
    name: shortId,
    commands: [{ id: 'copy-markdown', label: 'Copy event as Markdown', words: 'clipboard', run: () => void copy() }],
  }));
  const Icon = copied ? Check : ClipboardCopy;
  return (
    <Button
      small
      variant="quiet"
      onClick={() => void copy()}
      title="Copy as Markdown for an issue tracker or AI assistant"
    >
      <Icon size={14} aria-hidden />
      <span className="sr-only sm:not-sr-only">Markdown</span>
    </Button>
  );
}

/** Safari requires the clipboard item to be created during the click, so the text is a promise. */
async function write(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
