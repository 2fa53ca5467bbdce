import { connection } from 'next/server';
import { Section } from '#components/ui/section.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { plural } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { IssueRow } from '#features/issues/issue-row.tsx';
import { FileTable } from '#features/source-maps/file-table.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { CommitList } from './commit-list.tsx';
import { DeployList } from './deploy-list.tsx';
import { readRelease } from './read.ts';

/** What the release brought, what is in it, where it went, and the files that make its stack traces readable. */
export async function ReleaseParts({ version: given }: { version: Promise<string> }) {
  await connection();
  const release = await readRelease(await given);
  const { version, projects, refs } = release;
  const { query } = runtime();
  const [issues, commits, deploys, files] = await Promise.all([
    ask((viewer) =>
      query.listIssues(viewer, {
        projects: projects.map(({ slug }) => slug),
        environments: [],
        range: '90d',
        query: `firstRelease:${JSON.stringify(version)}`,
        sort: 'events',
        cursor: null,
        count: 10,
      }),
    ),
    ask((viewer) => query.releaseCommits(viewer, version)),
    ask((viewer) => query.releaseDeploys(viewer, version)),
    Promise.all(projects.map(({ slug }) => ask((viewer) => query.releaseFiles(viewer, slug, version)))),
  ]);
  const nowMs = Date.now();
  const all = files.flat();
  return (
    <>
      <Section title="New issues" note={issues.issues.length === 0 ? 'None was first seen in this release.' : null}>
        {issues.issues.length > 0 ? (
          <table className="w-full table-fixed">
            <caption className="sr-only">Issues first seen in this release</caption>
            <tbody>
              {issues.issues.map((issue) => (
                <IssueRow key={issue.id} issue={issue} nowMs={nowMs} span="last 90 days" />
              ))}
            </tbody>
          </table>
        ) : null}
      </Section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Section title="Commits" note={commits.length > 0 ? plural(commits.length, 'commit') : null}>
          <CommitList commits={commits} refs={refs} nowMs={nowMs} />
        </Section>
        <Section title="Deploys" note={deploys.length > 0 ? plural(deploys.length, 'deploy') : null}>
          <DeployList deploys={deploys} nowMs={nowMs} />
        </Section>
      </div>
      <Section
        title="Source maps"
        note={
          all.length === 0
            ? 'None was uploaded for this release. Files with debug ids are found without one.'
            : plural(all.length, 'file')
        }
        actions={projects.map(({ slug, name }) => (
          <Link
            key={slug}
            href={`/settings/projects/${encodeURIComponent(slug)}/source-maps`}
            className={buttonClass('plain', true)}
          >
            Uploads of {name}
          </Link>
        ))}
      >
        {all.length > 0 ? <FileTable files={all.slice(0, 50)} /> : null}
        {all.length > 50 ? <p className="mt-2 text-12 text-muted">The first 50 of {all.length}.</p> : null}
      </Section>
    </>
  );
}
