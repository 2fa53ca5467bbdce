import type { EventView } from '@seismo/server';
import clsx from 'clsx';
import { FileQuestion } from 'lucide-react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Section } from '#components/ui/section.tsx';
import { isComponentStack } from './components.ts';
import { eventPath, issueHref, type IssueAsked, type StackView } from '../event/event-params.ts';
import { stackText } from './frames.ts';
import { helpHref, summarizeMaps, summaryText } from './source-map.ts';
import { colouringOf } from './source-lines.tsx';
import { Exception, shownFrames, Stack, type FrameContext } from './stack-trace.tsx';

/** The answer first: the thrown error with its stack, then what caused it, then other threads. */
export async function StackSection({ view, stack }: { view: EventView; stack: IssueAsked }) {
  const { event } = view.stored;
  // SDKs send the innermost cause first; people read the thrown error first.
  // The one that carries the tree of components is no cause, and shown as the tree that it is.
  const exceptions = (event.exception?.values ?? []).filter((value) => !isComponentStack(value)).reverse();
  const threads = (event.threads?.values ?? []).filter(
    (thread) => thread.stacktrace && !(exceptions.length > 0 && thread.crashed),
  );
  const message = event.logentry?.formatted;
  if (exceptions.length === 0 && threads.length === 0 && !event.stacktrace) {
    return message ? (
      <Section title="Message">
        <p className="text-14 [overflow-wrap:anywhere] whitespace-pre-wrap">{message}</p>
      </Section>
    ) : null;
  }
  const context: FrameContext = {
    // Built code is not what the repository holds.
    links: stack.minified ? {} : view.frameLinks,
    colouring: await colouringOf([event, ...exceptions, ...threads], event.platform),
  };
  const path = eventPath(view.issueShortId, view.eventId);
  const turn = (change: Partial<StackView>) => issueHref(path, { ...stack, ...change });
  const maps = summarizeMaps(event);
  const text = exceptions
    .map(({ type, value, stacktrace }) => stackText(type, value, shownFrames(stacktrace, stack)))
    .join('\n\nCaused by: ');
  return (
    <Section
      title="Stack trace"
      actions={
        <>
          <Switch
            name="Frames"
            choices={[
              ['In-app first', turn({ all: false }), !stack.all],
              ['All', turn({ all: true }), stack.all],
            ]}
          />
          <Switch
            name="Order"
            choices={[
              ['Newest first', turn({ newestFirst: true }), stack.newestFirst],
              ['Oldest first', turn({ newestFirst: false }), !stack.newestFirst],
            ]}
          />
          {maps.mapped > 0 ? (
            <Switch
              name="Code"
              choices={[
                ['Readable', turn({ minified: false }), !stack.minified],
                ['Minified', turn({ minified: true }), stack.minified],
              ]}
            />
          ) : null}
          <Switch
            name="Form"
            choices={[
              ['Frames', turn({ raw: false }), !stack.raw],
              ['Raw', turn({ raw: true }), stack.raw],
            ]}
          />
          <CopyButton text={text} label="Copy the stack trace as text" />
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {maps.unmapped > 0 && !stack.minified ? (
          <p className="flex items-start gap-2 rounded-md border border-line bg-warning-wash px-3 py-2 text-13">
            <FileQuestion size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
            <span className="min-w-0">
              {summaryText(maps)}{' '}
              <Link href={helpHref(maps.faults[0]!.why)} className="text-accent underline underline-offset-2">
                What to do
              </Link>
            </span>
          </p>
        ) : null}
        {message && exceptions.length > 0 ? (
          <p className="text-13 [overflow-wrap:anywhere] whitespace-pre-wrap">{message}</p>
        ) : null}
        {exceptions.map((exception, index) => (
          <Exception key={index} exception={exception} view={stack} cause={index > 0} context={context} />
        ))}
        {event.stacktrace && exceptions.length === 0 ? (
          <Stack stacktrace={event.stacktrace} view={stack} context={context} />
        ) : null}
        {threads.map((thread, index) => (
          <article key={thread.id ?? index} className="min-w-0">
            <h3 className="mb-2 text-14">
              Thread {thread.name ?? thread.id ?? index + 1}
              {thread.crashed ? <span className="ml-2 font-normal text-error">crashed</span> : null}
            </h3>
            {thread.stacktrace ? <Stack stacktrace={thread.stacktrace} view={stack} context={context} /> : null}
          </article>
        ))}
      </div>
    </Section>
  );
}

function Switch({
  name,
  choices,
}: {
  name: string;
  choices: [label: string, href: `/issues/${string}`, on: boolean][];
}) {
  return (
    <span role="group" aria-label={name} className="flex rounded-md border border-line bg-surface p-px">
      {choices.map(([label, href, on]) => (
        <Link
          key={label}
          href={href}
          replace
          scroll={false}
          data-prefetch="no"
          aria-current={on ? 'true' : undefined}
          className={clsx(
            'rounded-sm px-2 py-0.5 text-12',
            on ? 'bg-accent-wash font-medium text-accent' : 'text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </span>
  );
}
