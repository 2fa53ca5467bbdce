import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { attachmentsOf } from './attachments.ts';
import { envelopesOf } from './envelopes.ts';
import { eventsOf, feedbackOf, issuesOf, sessionsOf } from './project-records.ts';
import { bytesOf } from './stream.ts';
import type { Export, ProjectFormat } from './views.ts';

/**
 * Everything that a project received: as one JSON object a line in the stored form, or as the envelopes of a file for
 * `seismo send` (docs/privacy.md).
 */
export async function exportProject(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  format: ProjectFormat,
): Promise<Export> {
  const project = await projectNamed(deps, viewer, permissions.exportProject, projectSlug);
  const isEnvelopes = format === 'envelopes';
  return {
    filename: `${project.slug}.${format}`,
    contentType: isEnvelopes ? 'application/octet-stream' : 'application/x-ndjson; charset=utf-8',
    rows: null,
    rowsMax: Infinity,
    body: bytesOf(isEnvelopes ? framed(envelopesOf(deps, project)) : linesOf(deps, project)),
  };
}

/** Each envelope follows a line with its length, because its items may have any bytes. */
async function* framed(envelopes: AsyncIterable<Uint8Array>): AsyncGenerator<string | Uint8Array> {
  for await (const envelope of envelopes) {
    yield `${envelope.byteLength}\n`;
    yield envelope;
    yield '\n';
  }
}

async function* linesOf(deps: QueryDeps, project: Project): AsyncGenerator<string> {
  const line = (kind: string, data: object) => `${JSON.stringify({ kind, ...data })}\n`;
  for await (const { organizationId: _, projectId: _project, assignee: _assignee, ...issue } of issuesOf(
    deps,
    project,
  )) {
    yield line('issue', { data: issue });
  }
  for await (const { issueId, eventId, hash, receivedAtMs, body } of eventsOf(deps, project)) {
    const { event, grouping } = await decodeBody(body);
    const issue = await deps.state.issueById(issueId);
    const of = { issue: { id: issueId, shortId: issue?.shortId ?? null }, hash, receivedAtMs };
    yield line('event', { ...of, grouping, data: event });
    for await (const data of attachmentsOf(deps, project.id, eventId)) yield line('attachment', { data });
  }
  for await (const { id: _, statusUserId: _user, ...data } of feedbackOf(deps, project)) {
    yield line('feedback', { data });
    for await (const file of attachmentsOf(deps, project.id, data.feedbackId)) yield line('attachment', { data: file });
  }
  for await (const { sequence: _, ...data } of sessionsOf(deps, project)) yield line('session', { data });
}
