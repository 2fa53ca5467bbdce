import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { environmentOptions } from '#features/environments/options.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { CompareForm } from './compare-form.tsx';
import type { ReleaseProps } from './read.ts';
import { compareHref, readCompared } from './search-params.ts';

/** Versions that are offered; any other may be typed. */
const OFFERED_COUNT = 100;

export async function CompareSelector(props: ReleaseProps) {
  const version = await props.version;
  const compared = readCompared(version, await props.search);
  if (compared.base !== version) redirect(compareHref(compared));
  const [{ releases }, environments] = await Promise.all([
    runQuery((viewer) =>
      runtime().query.releases(viewer, {
        projects: [],
        environments: [],
        health: false,
        status: null,
        text: '',
        cursor: null,
        count: OFFERED_COUNT,
      }),
    ),
    runQuery((viewer) => runtime().query.environments(viewer, [])),
  ]);
  return (
    <>
      <title>Compare releases · Seismo</title>
      <CompareForm
        key={JSON.stringify(compared)}
        compared={compared}
        versions={releases.map((release) => release.version)}
        environments={environmentOptions(environments, compared.environments[0])}
      />
    </>
  );
}

/** Suggestions while only one of the two is selected. */
export async function CompareSuggestions(props: ReleaseProps) {
  await connection();
  const compared = readCompared(await props.version, await props.search);
  if (compared.head !== '') return null;
  const release = await runQuery((viewer) => runtime().query.release(viewer, compared.base));
  const { releases } = await runQuery((viewer) =>
    runtime().query.releases(viewer, {
      projects: release.projects.map(({ slug }) => slug),
      environments: compared.environments,
      health: false,
      status: null,
      text: '',
      cursor: null,
      count: 12,
    }),
  );
  const others = releases.filter(({ version }) => version !== compared.base);
  if (others.length === 0) return <Empty title="No other release to compare with" />;
  return (
    <Empty title={`Compare ${compared.base} with…`}>
      <ul className="flex max-w-full flex-wrap justify-center gap-2">
        {others.map(({ id, version }) => (
          <li key={id} className="max-w-full">
            <Link
              href={compareHref({ ...compared, head: version })}
              className={buttonClass('plain', false, 'max-w-full')}
            >
              <span className="truncate">{version}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
