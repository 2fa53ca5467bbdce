'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies `text` and confirms it for two seconds, to screen readers too. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button small variant="quiet" onClick={copy} aria-label={children ? undefined : label} title={label}>
      <Icon size={14} aria-hidden />
      {children}
      <span className="sr-only" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
