import type { ReleaseIssueKind } from '@seismo/server';
import { connection } from 'next/server';
import { buttonClass } from '#ui/button.tsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { IssueTable } from '#features/issues/issue-table.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { termOf } from '#features/search/term.ts';
import { readReleasePage, readReleaseIssues, type ReleaseProps } from './read.ts';
import { issueKinds, releaseHref } from './search-params.ts';

const kinds: Record<ReleaseIssueKind, { name: string; none: string; key: string }> = {
  new: { name: 'New', none: 'No issue was first seen in this release.', key: 'firstRelease' },
  regressed: { name: 'Regressed', none: 'No issue regressed in this release.', key: 'regressed_in_release' },
  resolved: { name: 'Resolved', none: 'No issue is resolved in this release.', key: 'resolved_in_release' },
  seen: { name: 'All', none: 'No issue was seen in this release in the last 90 days.', key: 'release' },
};

/** New, regressed, resolved and all seen issues of the release. */
export async function ReleaseIssues(props: ReleaseProps) {
  await connection();
  const { version, urlState, release } = await readReleasePage(props);
  const { environments, issues: kind, cursor } = urlState;
  const [page, assignees] = await Promise.all([
    readReleaseIssues(props),
    runQuery((viewer) => runtime().query.assignees(viewer, null)),
  ]);
  const nowMs = Date.now();
  const search = issuesHref({
    projects: release.projects.map(({ slug }) => slug),
    environments,
    range: '90d',
    query: termOf(kinds[kind].key, version),
  });
  return (
    <div id="issues" className="scroll-mt-4">
      <Section
        title="Issues"
        actions={
          <Link href={search} className={buttonClass('plain', true)}>
            Search these issues
          </Link>
        }
      >
        <Tabs
          label="Issues in this release"
          tabs={issueKinds.map((each) => ({
            name: kinds[each].name,
            href: releaseHref(version, { ...urlState, issues: each, cursor: null }),
            isCurrent: each === kind,
            number: count(page.totals[each]),
          }))}
        />
        {page.issues.length === 0 ? (
          <p className="py-6 text-center text-13 text-muted">{kinds[kind].none}</p>
        ) : (
          <IssueTable
            issues={page.issues}
            caption={`${kinds[kind].name} issues, with events from the last 90 days`}
            first="Issue"
            trend="Last 90 days"
            span="last 90 days"
            nowMs={nowMs}
            assignees={assignees}
          />
        )}
        {cursor || page.next ? (
          <nav aria-label="Pages of issues" className="flex justify-center gap-2 pt-4">
            {cursor ? (
              <Link href={releaseHref(version, { ...urlState, cursor: null })} scroll={false} className={buttonClass()}>
                First page
              </Link>
            ) : null}
            {page.next ? (
              <Link
                href={releaseHref(version, { ...urlState, cursor: page.next })}
                scroll={false}
                className={buttonClass()}
              >
                More issues
              </Link>
            ) : null}
          </nav>
        ) : null}
      </Section>
    </div>
  );
}
