'use client';

import type { EndUserProject, FoundRows, RelatedIdentifier } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { fileHref } from '#features/exports/file-href.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { bytes, count, plural } from '#ui/count.ts';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { ListTextarea } from '#ui/list-textarea.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { useAction } from '#ui/use-action.ts';
import { deleteEndUser, findEndUser, type FoundEndUser } from './actions.ts';
import { identifierFields } from './request.ts';

interface Props {
  organizationId: number;
  projects: { slug: string; name: string }[];
  /** The slug of the selected project; `''` for all. */
  project: string;
}

export function FindEndUser({ organizationId, projects, project }: Props) {
  const { result, pending, form } = useAction(findEndUser.bind(null, organizationId));
  /** Adds a line to the form, and searches again. */
  const add = ({ kind, value }: RelatedIdentifier) => {
    const field = form.ref.current?.elements.namedItem(kind);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.value = [field.value.trim(), value].filter(Boolean).join('\n');
    form.ref.current!.requestSubmit();
  };
  return (
    <>
      {/* React resets a form after its action; here it keeps the identifiers. */}
      <Form {...form} onReset={(event) => event.preventDefault()} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {identifierFields.map(([kind, label, placeholder]) => (
            <ListTextarea key={kind} name={kind} label={label} values={[]} placeholder={placeholder} />
          ))}
        </div>
        <p className="text-12 text-muted">One per line. An IP address may belong to several users.</p>
        <FormError result={result} />
        <div className="flex flex-wrap items-center gap-2">
          <select name="project" aria-label="Project" defaultValue={project} className="select">
            <option value="">All projects</option>
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
          <Button type="submit" variant="primary" pending={pending} className="h-9">
            Find
          </Button>
        </div>
      </Form>
      <div role="status" aria-busy={pending} className="mt-5">
        {result?.ok ? <Found organizationId={organizationId} found={result} add={add} /> : null}
      </div>
    </>
  );
}

interface FoundProps {
  organizationId: number;
  found: FoundEndUser;
  add: (identifier: RelatedIdentifier) => void;
}

function Found({ organizationId, found: { request, report, deadLetters, nowMs }, add }: FoundProps) {
  const { projects, related, searchedProjects } = report;
  if (projects.length === 0 && deadLetters.length === 0) {
    return <p className="text-13">Nothing found in {plural(searchedProjects, 'project')}.</p>;
  }
  const lines = (kind: string) =>
    request.identifiers
      .filter((each) => each.kind === kind)
      .map(({ value }) => value)
      .join('\n');
  return (
    <div className="flex flex-col gap-4">
      {projects.length > 0 ? (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Found data">
          <table className="w-full text-13">
            <TableHead
              columns={[
                { name: 'Project' },
                { name: 'Events', number: true },
                { name: 'Attachments', number: true },
                { name: 'Sessions', number: true },
                { name: 'Spans', number: true },
                { name: 'Feedback', number: true },
                { name: 'First and last seen', className: 'pl-4' },
              ]}
            />
            <tbody>
              {projects.map((each) => (
                <ProjectRow key={each.project.slug} found={each} nowMs={nowMs} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {deadLetters.map(({ project, count: letters }) => (
        <p key={project.slug} className="text-13">
          {plural(letters, 'unprocessed report')} of {project.name} {letters === 1 ? 'mentions' : 'mention'} the user.
          The deletion includes {letters === 1 ? 'it' : 'them'}, the export does not.
        </p>
      ))}
      {related.length > 0 ? <Related related={related} add={add} /> : null}
      <div className="flex flex-wrap gap-2">
        <form method="post" action={fileHref('/exports/end-user', organizationId)}>
          {identifierFields.map(([kind]) => (
            <input key={kind} type="hidden" name={kind} value={lines(kind)} />
          ))}
          <input type="hidden" name="project" value={request.projects[0] ?? ''} />
          <Button type="submit">Export as NDJSON</Button>
        </form>
        <ConfirmByName
          button="Delete all of it"
          title="Delete the data of this end user"
          name={request.identifiers[0]?.value ?? ''}
          submit="Delete"
          action={deleteEndUser.bind(null, organizationId, request)}
        >
          <p>
            This deletes the events with their attachments, the feedback and the spans, and removes the user from
            sessions and issues. Counts of events and sessions stay. Reports that arrive later are stored. You cannot
            undo it.
          </p>
        </ConfirmByName>
      </div>
    </div>
  );
}

function ProjectRow({ found, nowMs }: { found: EndUserProject; nowMs: number }) {
  const { project, events, thinned, attachments, sessions, spans, feedback } = found;
  const rows: FoundRows[] = [events, thinned, sessions, spans, feedback];
  const firstAtMs = Math.min(...rows.map((each) => each.firstAtMs ?? Infinity));
  const lastAtMs = Math.max(...rows.map((each) => each.lastAtMs ?? -Infinity));
  return (
    <tr className="border-b border-line align-top">
      <td className="py-2 pr-4">
        <span className="font-medium">{project.name}</span>
        <ul className="text-12 text-muted">
          {events.examples.map(({ eventId, title }) => (
            <li key={eventId} className="max-w-[36ch] truncate">
              {title}
            </li>
          ))}
          {feedback.examples.map(({ id, message }) => (
            <li key={id} className="max-w-[36ch] truncate">
              “{message}”
            </li>
          ))}
        </ul>
      </td>
      <td className="py-2 text-right">
        {count(events.count)}
        {thinned.count > 0 ? ` (and ${count(thinned.count)} without content)` : ''}
      </td>
      <td className="py-2 text-right">
        {count(attachments.count)}
        {attachments.count > 0 ? ` (${bytes(attachments.bytes)})` : ''}
      </td>
      <td className="py-2 text-right">{count(sessions.count)}</td>
      <td className="py-2 text-right">{count(spans.count)}</td>
      <td className="py-2 text-right">{count(feedback.count)}</td>
      <td className="py-2 pl-4 whitespace-nowrap text-muted">
        <Time atMs={firstAtMs} nowMs={nowMs} /> – <Time atMs={lastAtMs} nowMs={nowMs} />
      </td>
    </tr>
  );
}

function Related({ related, add }: { related: RelatedIdentifier[]; add: FoundProps['add'] }) {
  return (
    <div>
      <h3 className="text-13 font-medium">Other identifiers of the same events</h3>
      <ul aria-label="Other identifiers" className="mt-1">
        {related.map((each) => (
          <li
            key={`${each.kind}:${each.value}`}
            className="flex flex-wrap items-center gap-x-2 border-t border-line py-1 text-13"
          >
            <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{each.value}</span>
            <span className="text-12 text-muted">
              {kindNames[each.kind]}, {plural(each.events, 'event')}
              {each.kind === 'ip' ? '; others may share this address' : ''}
            </span>
            <Button small className="ml-auto" aria-label={`Add ${each.value}`} onClick={() => add(each)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const kindNames: Record<RelatedIdentifier['kind'], string> = {
  id: 'user ID',
  email: 'email address',
  username: 'user name',
  ip: 'IP address',
};
