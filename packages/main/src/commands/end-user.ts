import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { EndUserDeadLetters, EndUserIdentifier, EndUserReport, FoundRows } from '@seismo/server';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { answer } from './with-state.ts';
import { withServer, type ServerCall } from './with-server.ts';

interface Values {
  id?: string[] | undefined;
  email?: string | undefined;
  username?: string[] | undefined;
  ip?: string[] | undefined;
  project?: string[] | undefined;
  organization?: string | undefined;
  user?: string | undefined;
  json?: boolean | undefined;
  yes?: boolean | undefined;
}

/** `end-user find|export|delete`: the data of one end user of the monitored apps. */
export async function endUserCommand(
  config: Config,
  verb: 'find' | 'export' | 'delete',
  values: Values,
): Promise<void> {
  const identifiers = identifiersOf(values);
  if (identifiers.length === 0) throw new UsageError(`"end-user ${verb}" needs --id, --email, --username or --ip.`);
  const body = { identifiers, projects: values.project ?? [] };
  const { user, organization } = values;
  await withServer(config, { user, organization, scopes: ['event:admin'] }, async (call) => {
    const path = `${call.organization}/end-users`;
    if (verb === 'export') {
      return pipeline(await call.request('POST', `${path}/export.ndjson`, body), process.stdout, { end: false });
    }
    const report = await call.json<Report>('POST', `${path}/find`, body);
    if (verb === 'find') return answer(values.json, report, textOf(report));
    if (!values.yes)
      throw new UsageError(`${textOf(report)}\n\nTo delete all of it, add --yes. This cannot be undone.`);
    const { ids } = await call.json<{ ids: string[] }>('POST', `${path}/deletions`, body);
    const deletions = await ended(call, `${path}/deletions`, ids);
    answer(values.json, { deletions }, deletedText(deletions));
  });
}

type Report = EndUserReport & { deadLetters: EndUserDeadLetters[] };

interface Deletion {
  id: string;
  project: string;
  dateRequested: string;
  dateEnded: string | null;
  dateBackupsRemoved: string | null;
  deleted: Record<string, number>;
}

function identifiersOf({ id, email, username, ip }: Values): EndUserIdentifier[] {
  const given = { id, email: email === undefined ? [] : [email], username, ip };
  return Object.entries(given).flatMap(([kind, values]) =>
    (values ?? []).map((value) => ({ kind: kind as EndUserIdentifier['kind'], value })),
  );
}

const POLL_MS = 250;

async function ended(call: ServerCall, path: string, ids: string[]): Promise<Deletion[]> {
  for (;;) {
    const all = await call.json<Deletion[]>('GET', path);
    const own = all.filter(({ id }) => ids.includes(id));
    if (own.every(({ dateEnded }) => dateEnded !== null)) return own;
    await setTimeout(POLL_MS);
  }
}

function textOf({ searchedProjects, projects, related, deadLetters }: Report): string {
  const lines = projects.flatMap(({ project, events, thinned, attachments, sessions, spans, feedback }) => [
    project.slug,
    `  events       ${countOf(events)}`,
    ...(thinned.count > 0 ? [`  without content  ${countOf(thinned)}`] : []),
    `  attachments  ${attachments.count}, ${attachments.bytes} bytes`,
    `  sessions     ${countOf(sessions)}`,
    `  spans        ${countOf(spans)}`,
    `  feedback     ${countOf(feedback)}`,
  ]);
  for (const { project, count } of deadLetters) lines.push(`${project.slug}\n  unprocessed reports  ${count}`);
  if (lines.length === 0) lines.push(`Nothing found in ${searchedProjects} projects.`);
  if (related.length > 0) {
    lines.push('', 'The same events also have these identifiers. Several users may share an IP address.');
    lines.push(...related.map(({ kind, value, events }) => `  --${kind} ${value}  (${events} events)`));
  }
  return lines.join('\n');
}

function countOf({ count, firstAtMs, lastAtMs }: FoundRows): string {
  if (firstAtMs === null || lastAtMs === null) return String(count);
  return `${count}, ${new Date(firstAtMs).toISOString()} to ${new Date(lastAtMs).toISOString()}`;
}

function deletedText(deletions: Deletion[]): string {
  const lines = deletions.map(({ id, project, deleted }) => {
    const counts = Object.entries(deleted).filter(([, count]) => count > 0);
    return `${project} (deletion ${id}): ${counts.map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing stored'}`;
  });
  const latest = (name: 'dateEnded' | 'dateBackupsRemoved') =>
    deletions
      .map((deletion) => deletion[name] ?? '')
      .toSorted()
      .at(-1);
  const scheduled = latest('dateBackupsRemoved');
  return [
    ...lines,
    ...(scheduled ? [`Scheduled backups still contain the data until ${scheduled}.`] : []),
    `${scheduled ? 'Other copies and backups' : 'Copies and backups'} made before ${latest('dateEnded')} still contain the data until they are deleted.`,
  ].join('\n');
}
