import { limits, type OrganizationId } from '@seismo/protocol';
import { z } from 'zod';
import { stateWithRelease } from '#domain/issue-status/issue-status.ts';
import type { Commit, CommitRef, StateTx } from '#store/state/contract.ts';

/** The fields of a release, together or in parts. */
export interface ReleaseInput {
  /** Slugs or IDs; those it has already stay. */
  projects?: string[] | undefined;
  url?: string | null | undefined;
  ref?: string | null | undefined;
  startedAtMs?: number | null | undefined;
  releasedAtMs?: number | null | undefined;
  status?: 'open' | 'archived' | undefined;
  commits?: Commit[] | undefined;
  refs?: CommitRef[] | undefined;
}

const shortText = z.string().max(limits.PATH_CHARS_MAX, `Use at most ${limits.PATH_CHARS_MAX} characters.`);
const time = z.int().min(0).max(8.64e15);

/** As in events, and usable in a path. */
export const versionSchema = z
  .string()
  .trim()
  .min(1, 'Enter a version.')
  .max(limits.RELEASE_CHARS_MAX, `Use at most ${limits.RELEASE_CHARS_MAX} characters.`)
  // oxlint-disable-next-line no-control-regex -- a version may not contain these
  .regex(/^(?!\.{1,2}$)[^\u0000-\u001f\u007f]+$/, 'Use one line of text, other than "." and "..".');

const commitSchema = z.object({
  id: z.string().min(1).max(64, 'Use at most 64 characters.'),
  message: z.string().transform((text) => text.slice(0, limits.COMMIT_MESSAGE_CHARS_MAX)),
  authorName: z.string().transform((text) => text.slice(0, limits.EMAIL_CHARS_MAX)),
  authorEmail: z.string().transform((text) => text.slice(0, limits.EMAIL_CHARS_MAX)),
  atMs: time.nullable(),
  repository: z.string().transform((text) => text.slice(0, limits.RELEASE_CHARS_MAX)),
  files: z
    .array(z.object({ path: shortText, change: z.enum(['added', 'modified', 'deleted']) }))
    .transform((files) => files.slice(0, limits.COMMIT_FILE_COUNT_MAX)),
});

const refSchema = z.object({
  repository: z.string().min(1).max(limits.RELEASE_CHARS_MAX),
  commit: z.string().min(1).max(64),
  previousCommit: z.string().max(64).nullable(),
});

export const releaseSchema: z.ZodType<ReleaseInput> = z.object({
  projects: z.array(z.string()).max(limits.FILTER_NAME_COUNT_MAX).optional(),
  url: shortText.nullish(),
  ref: shortText.nullish(),
  startedAtMs: time.nullish(),
  releasedAtMs: time.nullish(),
  status: z.enum(['open', 'archived']).optional(),
  commits: z
    .array(commitSchema)
    .max(limits.RELEASE_COMMIT_COUNT_MAX, `Send at most ${limits.RELEASE_COMMIT_COUNT_MAX} commits.`)
    .optional(),
  refs: z.array(refSchema).max(limits.RELEASE_REF_COUNT_MAX).optional(),
});

export async function applyReleaseInput(
  tx: StateTx,
  { id, organizationId, version }: { id: number; organizationId: OrganizationId; version: string },
  input: ReleaseInput,
): Promise<void> {
  const { url, ref, startedAtMs, releasedAtMs, status, refs } = input;
  await tx.updateRelease(id, {
    ...(url !== undefined && { url: url ?? '' }),
    ...(ref !== undefined && { ref: ref ?? '' }),
    ...(startedAtMs !== undefined && { startedAtMs }),
    ...(releasedAtMs !== undefined && { releasedAtMs }),
    ...(status !== undefined && { status }),
    ...(refs !== undefined && { refs }),
  });
  const commits = input.commits ?? (refs && commitsOfRefs(refs, await tx.commitsOf([id])));
  if (commits === undefined) return;
  await tx.setCommits(id, commits);
  const release = await tx.releaseRecord(organizationId, version);
  const hashes = commits.map((commit) => commit.id);
  const awaiting = await tx.issuesAwaitingCommits(release?.projectIds ?? [], hashes);
  await tx.updateIssues(awaiting.map((issue) => ({ id: issue.id, state: stateWithRelease(issue, version) })));
}

/**
 * No code host lists the commits up to a ref, so only the ref's own commit is stored. A list that contains it stays; no
 * ref at all clears the list.
 */
function commitsOfRefs(refs: readonly CommitRef[], known: readonly Commit[]): Commit[] | undefined {
  if (refs.length > 0 && refs.every(({ commit }) => known.some(({ id }) => id === commit))) return undefined;
  const unknown = { message: '', authorName: '', authorEmail: '', atMs: null, files: [] };
  return refs.map(({ commit, repository }) => ({ ...unknown, id: commit, repository }));
}
