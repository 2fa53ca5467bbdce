import { connection } from 'next/server';
import { Section } from '#ui/section.tsx';
import { buttonClass } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { FileTable } from '#features/source-maps/file-table.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { CommitList } from './commit-list.tsx';
import { DeployList } from './deploy-list.tsx';
import { readReleasePage, type ReleaseProps } from './read.ts';

/** The release's commits, deploys, and the files that make its stack traces readable. */
export async function ReleaseParts(props: ReleaseProps) {
  await connection();
  const { version, urlState, release } = await readReleasePage(props);
  const { projects, refs } = release;
  const { query } = runtime();
  const [commits, deploys, files] = await Promise.all([
    runQuery((viewer) => query.releaseCommits(viewer, version)),
    runQuery((viewer) => query.releaseDeploys(viewer, version)),
    Promise.all(projects.map(({ slug }) => runQuery((viewer) => query.releaseFiles(viewer, slug, version)))),
  ]);
  const nowMs = Date.now();
  const all = files.flat();
  const { environments } = urlState;
  const here = deploys.filter(({ environment }) => environments.length === 0 || environments.includes(environment));
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div id="commits" className="min-w-0 scroll-mt-4">
          <Section title="Commits" note={commits.length > 0 ? plural(commits.length, 'commit') : null}>
            <CommitList commits={commits} refs={refs} nowMs={nowMs} />
          </Section>
        </div>
        <Section title="Deploys" note={here.length > 0 ? plural(here.length, 'deploy') : null}>
          <DeployList deploys={here} nowMs={nowMs} />
        </Section>
      </div>
      <Section
        title="Source maps"
        note={
          all.length === 0
            ? 'No files uploaded for this release. Files with debug IDs do not need a release.'
            : plural(all.length, 'file')
        }
        actions={projects.map(({ slug, name }) => (
          <Link
            key={slug}
            href={`/settings/projects/${encodeURIComponent(slug)}/source-maps`}
            className={buttonClass('plain', true)}
          >
            Uploads for {name}
          </Link>
        ))}
      >
        {all.length > 0 ? <FileTable files={all.slice(0, 50)} /> : null}
        {all.length > 50 ? <p className="mt-2 text-12 text-muted">First 50 of {all.length} files</p> : null}
      </Section>
    </>
  );
}
