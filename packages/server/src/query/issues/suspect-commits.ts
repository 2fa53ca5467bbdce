import { limits, type Frame } from '@seismo/protocol';
import { barePath } from '#domain/ownership/bare-path.ts';
import type { Commit, Issue } from '#store/state/contract.ts';
import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { eventIfStored } from '../events/event.ts';
import { issueNamed } from './issue.ts';
import { commitLinks } from './source-links.ts';
import type { SuspectCommit } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/**
 * Commits of the release in which an issue appeared or regressed that changed a file of its stack trace: files nearest
 * to the throw first, then newest first.
 */
export async function suspectCommits(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<SuspectCommit[]> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const cameBackIn = issue.substate === 'regressed' ? await regressedIn(deps, issue) : '';
  const version = cameBackIn || issue.firstRelease;
  if (version === '') return [];
  const release = await deps.state.releaseRecord(issue.organizationId, version);
  if (!release || !release.projectIds.includes(issue.projectId) || release.commitCount === 0) return [];
  const [linkTo, commits, event, people] = await Promise.all([
    commitLinks(deps, [issue.projectId]),
    deps.state.commitsOf([release.id]),
    eventIfStored(deps, viewer, shortId, cameBackIn === '' ? 'oldest' : 'latest'),
    assigneesIn(deps.state, [issue.organizationId]),
  ]);
  const frames = (event?.stored.event.exception?.values ?? []).flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  const own = frames.filter((frame) => frame.in_app).toReversed();
  const found = commits.flatMap((commit) => {
    const near = own.findIndex((frame) => changes(commit, frame));
    return near === -1 ? [] : [{ commit, near }];
  });
  return found
    .toSorted((one, other) => one.near - other.near || (other.commit.atMs ?? 0) - (one.commit.atMs ?? 0))
    .slice(0, limits.SUSPECT_COMMIT_COUNT_MAX)
    .map(({ commit, near }) => {
      const { id, message, authorName, authorEmail, atMs, repository, files } = commit;
      const author = people.find((each) => each.kind === 'user' && isSame(each.email, authorEmail)) ?? null;
      const path = files.find((file) => isSameFile(file.path, own[near]!))!.path;
      const [title = ''] = message.split('\n', 1);
      return {
        id,
        title,
        authorName: authorName || authorEmail,
        author,
        atMs,
        repository,
        link: linkTo(id, repository),
        release: version,
        path,
        function: own[near]!.function ?? '',
        frameDistance: near,
      };
    });
}

async function regressedIn({ state }: QueryDeps, { id }: Issue): Promise<string> {
  const last = (await state.activityOf(id)).find(({ kind }) => kind === 'regressed');
  return last?.kind === 'regressed' ? last.release : '';
}

function changes({ files }: Commit, frame: Frame): boolean {
  return files.some(({ path, change }) => change !== 'deleted' && isSameFile(path, frame));
}

/** Stack traces rarely have the root of the repository, so either path may be the end of the other. */
function isSameFile(path: string, { filename = '', abs_path: absolute = '' }: Frame): boolean {
  return [filename, absolute].some((name) => {
    const bare = barePath(name);
    if (bare === '' || path === '') return false;
    return (
      bare === path ||
      (bare.includes('/') && path.endsWith(`/${bare}`)) ||
      (path.includes('/') && bare.endsWith(`/${path}`))
    );
  });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
