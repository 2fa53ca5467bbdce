import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { State } from '../contract.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../testing/postgres.ts';
import { inBothEngines } from '../../../testing/both-engines.ts';
import { debugId } from './seeds.ts';

let postgres: TestPostgres;
beforeAll(() => {
  if (hasPostgres) postgres = startPostgres();
});
afterAll(() => postgres?.stop());

// Few values, so that they meet.
const organizationId = 1 as OrganizationId;
const projects = [1, 2] as ProjectId[];
const releases = ['', '1.0', 'a\0b'];
const urls = ['~/a.js', '~/a.js.map', '~/b.js'];
const projectId = fc.constantFrom(...projects);
const release = fc.constantFrom(...releases);
const dist = fc.constantFrom('', 'x');
const time = fc.integer({ min: 1, max: 4 });
const id = fc.integer({ min: 1, max: 6 });
const checksum = fc.constantFrom(...['a', 'b', 'c'].map((digit) => digit.repeat(40)));
const use = fc.record({ projectId, release, dist, uploadedAtMs: time });
const blobKey = fc.constantFrom('artifacts/1/a', 'artifacts/1/b', 'artifacts/1/c');
const file = fc.record({
  kind: fc.constantFrom('minified-source' as const, 'source-map' as const),
  url: fc.constantFrom(...urls),
  debugId: fc.constantFrom(null, debugId('a'), debugId('b')),
  mapUrl: fc.constantFrom('', '~/a.js.map'),
  blobKey,
  bytes: time,
});
const commit = { message: '', authorName: '', authorEmail: '', atMs: null, repository: '', files: [] };

type Command = (state: State) => Promise<unknown>;
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ checksum, files: fc.array(file, { maxLength: 4 }), uses: fc.array(use, { maxLength: 3 }) }).map(
    ({ files, ...rest }): Command =>
      (state) =>
        state.write(async (tx) => {
          // A refused insert uses up an ID on PostgreSQL only.
          if ((await tx.bundleByChecksum(organizationId, rest.checksum)) !== null) return 'known';
          const withMaps = files.map((one, at) => ({ ...one, map: at % 2 ? 0 : null }));
          return tx.addBundle({ ...rest, organizationId, files: withMaps });
        }),
  ),
  fc.tuple(id, fc.array(use, { maxLength: 2 })).map(
    ([bundle, uses]): Command =>
      (state) =>
        state.write((tx) => tx.useBundle(bundle, uses)),
  ),
  fc.tuple(use, file).map(
    ([where, one]): Command =>
      (state) =>
        state.write((tx) => tx.putReleaseFile({ organizationId, use: where, file: one })),
  ),
  fc.tuple(use, id).map(
    ([{ uploadedAtMs: _, ...where }, bundleId]): Command =>
      (state) =>
        state.write((tx) => tx.deleteUpload({ ...where, bundleId })),
  ),
  fc.tuple(projectId, id).map(
    ([project, one]): Command =>
      (state) =>
        state.write((tx) => tx.deleteReleaseFile(project, one)),
  ),
  fc.tuple(release, fc.subarray(projects), time).map(
    ([version, projectIds, createdAtMs]): Command =>
      (state) =>
        state.write((tx) => tx.ensureRelease({ organizationId, version, projectIds, createdAtMs })),
  ),
  fc.tuple(id, time, fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 })).map(
    ([one, releasedAtMs, ids]): Command =>
      (state) =>
        state.write(async (tx) => {
          await tx.updateRelease(one, { releasedAtMs, status: ids.length > 1 ? 'archived' : 'open' });
          if ((await tx.releaseRecord(organizationId, '1.0'))?.id === one) {
            await tx.setCommits(
              one,
              ids.map((name) => ({ ...commit, id: name })),
            );
            await tx.addDeploy(one, {
              environment: 'e',
              name: '',
              url: '',
              startedAtMs: null,
              finishedAtMs: releasedAtMs,
            });
          }
        }),
  ),
  id.map(
    (one): Command =>
      (state) =>
        state.write((tx) => tx.deleteRelease(one)),
  ),
);

// Without PostgreSQL on the machine there is nothing to compare with.
test.skipIf(!hasPostgres)(
  'SQLite and PostgreSQL keep the same files and releases after the same commands',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
        const [expected, found] = await inBothEngines(postgres, async (state) => {
          await twoProjects(state);
          const outcomes: unknown[] = [];
          // Each engine words its own refusals.
          for (const each of commands) outcomes.push(await each(state).catch(() => 'refused'));
          return { outcomes, answers: await everything(state) };
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  },
  240_000,
);

async function twoProjects(state: State): Promise<void> {
  await state.write(async (tx) => {
    await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 1 });
    for (const slug of ['web', 'api']) {
      await tx.createProject({ organizationId, slug, name: slug, platform: 'node', createdAtMs: 1 });
    }
  });
}

async function everything(state: State): Promise<unknown> {
  const versions = releases.map((version) => version.replaceAll('\0', ''));
  return {
    files: await Promise.all(
      projects.flatMap((project) => [
        state.artifactsByDebugIds(project, [debugId('a'), debugId('b')]),
        ...versions.map((version) => state.artifactsOfRelease(project, version, 9)),
        state.listUploads(project, { after: null, count: 9 }),
        state.listUploads(project, { after: { uploadedAtMs: 3, bundleId: 2 }, count: 2 }),
        state.newestUploadAtMs(project),
        state.artifactById(project, 1),
      ]),
    ),
    withArtifacts: await state.releasesWithArtifacts(projects, versions),
    records: await Promise.all(versions.map((version) => state.releaseRecord(organizationId, version))),
    lists: await Promise.all(
      [null, 'open' as const, 'archived' as const].map((status) =>
        state.listReleaseRecords({
          projectIds: [1 as ProjectId],
          seenIn: null,
          status,
          text: '',
          after: { atMs: 4, id: 3 },
          count: 3,
        }),
      ),
    ),
    commits: await Promise.all([1, 2, 3].map((one) => state.commitsOf([one]))),
    deploys: await Promise.all([1, 2, 3].map((one) => state.deploysOf([one]))),
  };
}
