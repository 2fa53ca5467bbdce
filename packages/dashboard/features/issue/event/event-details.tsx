import { organizationId } from '#server/viewer.ts';
import { fileHref } from '#features/exports/file-href.ts';
import type { EventPayload, Json } from '@seismo/protocol';
import type { EventNeighbors, EventView } from '@seismo/server';
import { Download } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { bytes, plural } from '#ui/count.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { GroupingSection } from '#features/grouping/grouping-section.tsx';
import { curl, urlOf } from './curl.ts';
import { eventPath } from './event-params.ts';
import { RawJson } from './raw-json.tsx';
import { Value } from './value.tsx';

type Entries = [string, React.ReactNode][];

const entriesOf = (record: Record<string, Json | undefined>): Entries =>
  Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, <Value key={name} value={value} />]],
  );

interface EventDetailsProps {
  view: EventView;
  neighbors: Promise<EventNeighbors>;
  project: string;
}

/** The remaining data of the event. */
export async function EventDetails({ view, neighbors, project }: EventDetailsProps) {
  const { event } = view.stored;
  const organization = await organizationId();
  const json = fileHref(`${eventPath(view.issueShortId, view.eventId)}/json`, organization);
  return (
    <>
      <UserSection user={event.user} />
      <RequestSection request={event.request} />
      <ContextsSection contexts={event.contexts} />
      {Object.keys(event.extra).length > 0 ? (
        <Section title="Additional data">
          <Definitions entries={entriesOf(event.extra)} />
        </Section>
      ) : null}
      <AttachmentsSection view={view} project={project} organizationId={organization} />
      <ModulesSection event={event} />
      <ChangesSection event={event} />
      <GroupingSection view={view} neighbors={neighbors} project={project} />
      <Section
        title="JSON"
        actions={
          <a href={json} className={buttonClass('quiet', true)}>
            Open JSON
          </a>
        }
      >
        <RawJson href={json} />
      </Section>
    </>
  );
}

function UserSection({ user }: { user: EventPayload['user'] }) {
  if (!user || Object.keys(user).length === 0) return null;
  return (
    <Section title="User">
      <Definitions entries={entriesOf({ ...user })} />
    </Section>
  );
}

function RequestSection({ request }: { request: EventPayload['request'] }) {
  if (!request || Object.keys(request).length === 0) return null;
  const entries: Entries = [];
  if (request.cookies?.length)
    entries.push(...request.cookies.map(([name, value]): [string, React.ReactNode] => [`cookie ${name}`, value]));
  if (request.headers?.length)
    entries.push(...request.headers.map(([name, value]): [string, React.ReactNode] => [name, value]));
  if (request.data !== undefined && request.data !== null)
    entries.push(['body', <Value key="body" value={request.data} />]);
  if (request.env) entries.push(...entriesOf(request.env));
  return (
    <Section
      title="Request"
      actions={
        request.url ? (
          <CopyButton text={curl(request)} label="Copy as curl">
            curl
          </CopyButton>
        ) : null
      }
    >
      {request.url ? (
        <p className="mb-2 font-mono text-13 [overflow-wrap:anywhere]">
          <b className="font-semibold">{request.method ?? 'GET'}</b> {urlOf(request)}
        </p>
      ) : null}
      <Definitions entries={unique(entries)} />
    </Section>
  );
}

/** A header may occur twice; a list of definitions needs each name once. */
function unique(entries: Entries): Entries {
  const seen = new Map<string, number>();
  return entries.map(([name, value]) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return [times === 1 ? name : `${name} (${times})`, value];
  });
}

function ContextsSection({ contexts }: { contexts: EventPayload['contexts'] }) {
  // These contexts have their own sections.
  const entries = Object.entries(contexts)
    .filter(([name]) => name !== 'nextjs' && name !== 'hydration')
    .map(([name, { type: _type, componentStack: _tree, ...context }]) => ({ name, context }))
    .filter(({ context }) => Object.keys(context).length > 0);
  if (entries.length === 0) return null;
  return (
    <Section title="Contexts">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {entries.map(({ name, context }) => (
          <div key={name} className="min-w-0">
            <h3 className="mb-1.5 text-13 font-medium">{name}</h3>
            <Definitions entries={entriesOf(context)} />
          </div>
        ))}
      </div>
    </Section>
  );
}

interface AttachmentsSectionProps {
  view: EventView;
  project: string;
  organizationId: number;
}

function AttachmentsSection({ view, project, organizationId }: AttachmentsSectionProps) {
  if (view.attachments.length === 0) return null;
  return (
    <Section title="Attachments" note={String(view.attachments.length)}>
      <ul className="flex flex-col">
        {view.attachments.map((attachment) => (
          <li key={attachment.index} className="flex items-center gap-3 border-b border-line py-1.5 text-13">
            <span className="min-w-0 [overflow-wrap:anywhere]">{attachment.filename}</span>
            <span className="text-12 text-muted">{attachment.contentType}</span>
            <span className="ml-auto text-12 text-muted">{bytes(attachment.bytes)}</span>
            <a
              href={fileHref(
                `/attachments/${encodeURIComponent(project)}/${view.eventId}/${attachment.index}`,
                organizationId,
              )}
              download={attachment.filename}
              aria-label={`Download ${attachment.filename}`}
              className={buttonClass('quiet', true)}
            >
              <Download size={14} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ModulesSection({ event }: { event: EventPayload }) {
  const modules = Object.entries(event.modules ?? {});
  const sdk = event.sdk?.name ? `${event.sdk.name} ${event.sdk.version ?? ''}`.trim() : null;
  if (modules.length === 0 && !sdk) return null;
  return (
    <Section title="SDK and packages" note={sdk}>
      {modules.length > 0 ? (
        <details className="text-13">
          <summary className="w-fit rounded-sm text-muted hover:text-ink">{plural(modules.length, 'package')}</summary>
          <ul className="mt-2 columns-1 gap-8 font-mono text-12 sm:columns-2">
            {modules.map(([name, version]) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                {name} <span className="text-muted">{version}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

/** Changes that normalization made to the event. */
function ChangesSection({ event }: { event: EventPayload }) {
  if (event._meta.length === 0) return null;
  return (
    <Section title="Processing notes" note={plural(event._meta.length, 'note')}>
      <ul className="flex flex-col text-13">
        {event._meta.map((note, index) => (
          <li key={index} className="flex flex-wrap gap-x-3 border-b border-line py-1.5">
            <code className="text-12 [overflow-wrap:anywhere]">{note.path}</code>
            <span className="text-muted">
              {note.kind}: {note.why}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
