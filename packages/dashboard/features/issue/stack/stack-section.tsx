import type { EventView } from '@seismo/server';
import clsx from 'clsx';
import { FileQuestion } from 'lucide-react';
import { CopyButton } from '#ui/copy-button.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { isComponentStack } from './components.ts';
import { eventPath, issueHref, type IssueUrlState, type StackView } from '../event/event-params.ts';
import { exceptionTree } from './exception-tree.ts';
import { MessageText } from './message-text.tsx';
import { helpHref, summarizeMaps, summaryText } from './source-map.ts';
import { coloringOf } from './source-lines.tsx';
import { stackText } from './stack-text.ts';
import { Exception, qualifiedType, visibleFrames, Stack, type FrameContext } from './stack-trace.tsx';
import { Threads } from './threads.tsx';

interface StackSectionProps {
  view: EventView;
  stack: IssueUrlState;
  /** What the page's head shows. */
  issue: { type: string; value: string };
}

/** The thrown error with its stack first, then its causes, then other threads. */
export async function StackSection({ view, stack, issue }: StackSectionProps) {
  const { event } = view.stored;
  // The exception with the component stack is shown as the component tree, not as a cause.
  const exceptions = exceptionTree((event.exception?.values ?? []).filter((value) => !isComponentStack(value)));
  const threads = (event.threads?.values ?? []).filter(
    (thread) => thread.stacktrace && !(exceptions.length > 0 && thread.crashed),
  );
  const { logentry } = event;
  if (exceptions.length === 0 && threads.length === 0 && !event.stacktrace) {
    return logentry?.formatted ? (
      <Section title="Message">
        <MessageText message={logentry} />
      </Section>
    ) : null;
  }
  const context: FrameContext = {
    // Built code is not in the repository.
    links: stack.minified ? {} : view.frameLinks,
    coloring: await coloringOf([event, ...exceptions.map(({ exception }) => exception), ...threads], event.platform),
    platform: event.platform,
  };
  const path = eventPath(view.issueShortId, view.eventId);
  const hrefWith = (change: Partial<StackView>) => issueHref(path, { ...stack, ...change });
  const maps = summarizeMaps(event);
  const text = exceptions
    .map(({ exception, relation }) => {
      const frames = visibleFrames(exception.stacktrace, stack);
      const text = stackText(qualifiedType(exception), exception.value, frames, event.platform);
      return relation === null ? text : `${relation}: ${text}`;
    })
    .join('\n\n');
  return (
    <Section
      title="Stack trace"
      actions={
        <>
          <Switch
            name="Frames"
            options={[
              ['In-app first', hrefWith({ all: false }), !stack.all],
              ['All', hrefWith({ all: true }), stack.all],
            ]}
          />
          <Switch
            name="Order"
            options={[
              ['Newest first', hrefWith({ oldestFirst: false }), !stack.oldestFirst],
              ['Oldest first', hrefWith({ oldestFirst: true }), stack.oldestFirst],
            ]}
          />
          {maps.mapped > 0 ? (
            <Switch
              name="Code"
              options={[
                ['Original', hrefWith({ minified: false }), !stack.minified],
                ['Minified', hrefWith({ minified: true }), stack.minified],
              ]}
            />
          ) : null}
          <Switch
            name="Format"
            options={[
              ['Frames', hrefWith({ raw: false }), !stack.raw],
              ['Raw', hrefWith({ raw: true }), stack.raw],
            ]}
          />
          <CopyButton text={text} label="Copy stack trace" />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {maps.unmapped > 0 && !stack.minified ? (
          <p className="flex items-start gap-2 rounded-md border border-line bg-warning-wash px-3 py-2 text-13">
            <FileQuestion size={16} aria-hidden className="mt-0.5 shrink-0 text-warning" />
            <span className="min-w-0">
              {summaryText(maps)}{' '}
              <Link href={helpHref(maps.errors[0]!.why)} className="text-accent underline underline-offset-2">
                Fix it
              </Link>
            </span>
          </p>
        ) : null}
        {logentry?.formatted && exceptions.length > 0 ? <MessageText message={logentry} /> : null}
        {exceptions.map((node, index) => (
          <Exception key={index} node={node} view={stack} context={context} shown={issue} />
        ))}
        {event.stacktrace && exceptions.length === 0 ? (
          <Stack stacktrace={event.stacktrace} view={stack} context={context} />
        ) : null}
        <Threads threads={threads} view={stack} context={context} />
      </div>
    </Section>
  );
}

interface Props {
  name: string;
  options: [label: string, href: `/issues/${string}`, on: boolean][];
}

function Switch({ name, options }: Props) {
  return (
    <span role="group" aria-label={name} className="flex rounded-md border border-line bg-surface p-px">
      {options.map(([label, href, on]) => (
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
