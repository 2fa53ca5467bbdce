import type { IssueId, ProjectId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { IssueTexts } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { searchTextsOf } from '../../search-texts.ts';

/** The texts of more hashes would hardly add words. */
const HASH_COUNT_MAX = 20;

/** The texts of issues: the newest event of each hash with its content provides them. Search texts of moved hashes stay. */
export async function textsOf(telemetry: Telemetry, projectId: ProjectId, issueIds: IssueId[]): Promise<IssueTexts[]> {
  const all: IssueTexts[] = [];
  for (const issueId of issueIds) {
    const hashes = await telemetry.query('hashesOfIssue', { projectId, issueId });
    const texts: IssueTexts['texts'] = [];
    for (const { eventId } of hashes.slice(0, HASH_COUNT_MAX)) {
      if (eventId === null) continue;
      const [newest] = await telemetry.query('eventById', { projectId, eventId, atMs: null });
      texts.push(...searchTextsOf((await decodeBody(newest!.body)).event));
    }
    if (texts.length > 0) all.push({ issueId, texts });
  }
  return all;
}
