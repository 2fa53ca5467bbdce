import type { Thread } from '@seismo/protocol';
import { plural } from '#ui/count.ts';
import type { StackView } from '../event/event-params.ts';
import { Stack, type FrameContext } from './stack-trace.tsx';

interface ThreadsProps {
  threads: Thread[];
  view: StackView;
  context: FrameContext;
}

/** The crashed and the reporting thread are open; other threads open with a click. */
export function Threads({ threads, view, context }: ThreadsProps) {
  const ordered = threads.toSorted((one, other) => rank(one) - rank(other));
  const first = ordered.filter((thread) => rank(thread) < 2);
  const rest = ordered.slice(first.length);
  const show = (thread: Thread, index: number) => (
    <OneThread key={thread.id ?? `nth ${index}`} thread={thread} view={view} context={context} />
  );
  return (
    <>
      {first.map(show)}
      {rest.length > 0 ? (
        <details className="min-w-0">
          <summary className="w-fit rounded-sm text-13 text-muted hover:text-ink">
            {plural(rest.length, first.length > 0 ? 'other thread' : 'thread')}
          </summary>
          <div className="mt-4 flex flex-col gap-6">{rest.map(show)}</div>
        </details>
      ) : null}
    </>
  );
}

const rank = ({ crashed, current }: Thread): number => (crashed ? 0 : current ? 1 : 2);

function OneThread({ thread, view, context }: Omit<ThreadsProps, 'threads'> & { thread: Thread }) {
  return (
    <article className="min-w-0">
      <h3 className="mb-2 text-14 [overflow-wrap:anywhere]">
        Thread {thread.name ?? thread.id ?? '(unnamed)'}
        {thread.crashed ? <span className="ml-2 font-normal text-error">crashed</span> : null}
        {thread.current && !thread.crashed ? <span className="ml-2 font-normal text-muted">current</span> : null}
        {thread.state ? <span className="ml-2 font-mono text-12 font-normal text-muted">{thread.state}</span> : null}
      </h3>
      {thread.stacktrace ? <Stack stacktrace={thread.stacktrace} view={view} context={context} /> : null}
    </article>
  );
}
