'use client';

import { useState, type CSSProperties, type FormEvent } from 'react';
import { tryAgain } from './try-again.ts';
import { useErrorPage } from './use-error-page.ts';

export interface FallbackProps {
  error: Error & { digest?: string };
  /** Next 16.4 and later. */
  retry?: () => void;
  unstable_retry?: () => void;
  /** Next 15 and 16. */
  reset?: () => void;
  /** Shows a feedback form. */
  feedback?: boolean;
}

export const styles = {
  box: { maxWidth: '38rem', margin: '0 auto', padding: '4rem 1rem', font: '1rem/1.5 system-ui, sans-serif' },
  code: { fontFamily: 'ui-monospace, monospace', overflowWrap: 'anywhere' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '0.5rem', margin: '1rem 0' },
  field: { display: 'block', width: '100%', boxSizing: 'border-box', font: 'inherit', margin: '0.25rem 0 0.75rem' },
  button: { font: 'inherit', padding: '0.4rem 0.9rem', cursor: 'pointer' },
} satisfies Record<string, CSSProperties>;

/** The error page: message, digest and retry button. */
export function Fallback({ error, retry, unstable_retry, reset, feedback = false }: FallbackProps) {
  const page = useErrorPage(error);
  const [copied, setCopied] = useState(false);
  const again = tryAgain({ error, retry, unstable_retry, reset }, () => location.reload());
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(page.copyText());
      setCopied(true);
    } catch {
      // Without permission the text can still be selected.
    }
  };
  return (
    <div role="alert" style={styles.box}>
      <p>{page.sentence}</p>
      {page.digest ? <p style={styles.code}>Digest: {page.digest}</p> : null}
      <div style={styles.row}>
        <button type="button" style={styles.button} onClick={again}>
          Try again
        </button>
        <button type="button" style={styles.button} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      {feedback ? <Feedback send={page.sendFeedback} /> : null}
    </div>
  );
}

const MESSAGE_CHARS_MAX = 4000;

function Feedback({ send }: { send: (message: string, email?: string) => void }) {
  const [sent, setSent] = useState(false);
  if (sent) return <p role="status">Thank you. Your feedback was sent.</p>;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    if (!textOf('message')) return;
    send(textOf('message'), textOf('email'));
    setSent(true);
  };
  return (
    <form onSubmit={submit}>
      <label>
        What were you doing?
        <textarea name="message" required rows={3} maxLength={MESSAGE_CHARS_MAX} style={styles.field} />
      </label>
      <label>
        Email (optional, for a reply)
        <input name="email" type="email" autoComplete="email" style={styles.field} />
      </label>
      <button type="submit" style={styles.button}>
        Send
      </button>
    </form>
  );
}
