'use client';

import { testEnvelope, type EventId } from '@seismo/protocol';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { callAction } from '#ui/call-action.ts';
import { issuePath } from '#features/issue/event/event-params.ts';
import type { Target } from '#server/target.ts';
import { invalidateReads, read } from '#lib/read.ts';
import { deleteTest } from './actions.ts';

const POLL_MS = 700;
const GIVE_UP_MS = 30_000;

type State =
  | { is: 'idle' | 'sending' | 'gone' }
  | { is: 'waiting'; eventId: string; sinceMs: number }
  | { is: 'there'; id: number; shortId: string }
  | { is: 'failed'; why: string };

interface Props {
  project: Target;
  endpoint: string;
  sentBy: string;
  mayDelete: boolean;
}

/**
 * Sends an event to the endpoint that SDKs use and waits for its issue. A disabled key or a limit rejects it with the same message.
 */
export function TestEvent({ project, endpoint, sentBy, mayDelete }: Props) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const waiting = state.is === 'waiting' ? state : null;
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!waiting) return;
    let current = true;
    const timer = setTimeout(async () => {
      const { organizationId, id } = project;
      invalidateReads();
      const found = await read('findTest', organizationId, { project: id, eventId: waiting.eventId }).catch(() => null);
      if (!current) return;
      if (found) setState({ is: 'there', ...found });
      else if (Date.now() - waiting.sinceMs > GIVE_UP_MS) {
        setState({
          is: 'failed',
          why: 'The server accepted the event, but no issue appeared within 30 seconds. Check its outcome on the Stats page.',
        });
      } else setState({ ...waiting });
    }, POLL_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [project, waiting]);

  const send = async () => {
    setState({ is: 'sending' });
    const eventId = newEventId();
    try {
      const body = testEnvelope(eventId, Date.now(), sentBy);
      const answer = await fetch(endpoint, { method: 'POST', body });
      if (answer.ok) setState({ is: 'waiting', eventId, sinceMs: Date.now() });
      else setState({ is: 'failed', why: await errorMessageOf(answer) });
    } catch {
      setState({ is: 'failed', why: 'The server could not be reached. Try again.' });
    }
  };
  const remove = async (id: number) => {
    const result = await callAction(deleteTest({ organizationId: project.organizationId, id }));
    setState(result.ok ? { is: 'gone' } : { is: 'failed', why: result.message });
  };
  const busy = state.is === 'sending' || state.is === 'waiting';

  return (
    <section aria-label="Test event" className="rounded-md border border-line bg-surface p-4">
      <h2 className="text-14">Test event</h2>
      <p className="mt-1 mb-3 text-13 text-muted">
        Sent like a real report, marked as a test. It does not count as the first event.
      </p>
      <Button ref={button} onClick={() => busy || void send()} pending={busy}>
        Send test event
      </Button>
      <div role="status" className="text-13">
        {busy ? <p className="mt-3 text-muted">Sending…</p> : null}
        {state.is === 'gone' ? <p className="mt-3 text-muted">Test event deleted</p> : null}
        {state.is === 'there' ? (
          <p className="mt-3 flex flex-wrap items-center gap-2">
            Test event received
            <Link href={issuePath(state.shortId)} className={buttonClass('plain', true)}>
              Open {state.shortId}
            </Link>
            {mayDelete ? (
              <Button small variant="quiet" onClick={() => void remove(state.id)}>
                Delete
              </Button>
            ) : null}
          </p>
        ) : null}
      </div>
      {state.is === 'failed' ? (
        <p role="alert" className="mt-3 rounded-md bg-error-wash px-3 py-2 text-13 text-error">
          {state.why}
        </p>
      ) : null}
    </section>
  );
}

/** `crypto.randomUUID` is missing on plain HTTP. */
function newEventId(): EventId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as EventId;
}

async function errorMessageOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as { detail?: unknown } | null;
  return typeof problem?.detail === 'string' ? problem.detail : `The server answered ${answer.status}.`;
}
