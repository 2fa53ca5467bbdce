import { createProject, createUser, systemClock, systemViewer } from '@seismo/server/parts';
import { randomBytes } from 'node:crypto';
import type { ProjectId } from '@seismo/protocol';
import type { RunningServer } from './server.ts';

const SEED = 20_261_121;

/**
 * Fills an empty server with what real SDKs reported (recorded, then spread over the last 14 days), through the journal
 * and the pipeline like any other report. Runs once per data directory.
 */
export async function fillDemo(server: RunningServer, say: (text: string) => void): Promise<void> {
  const { state, journal } = server;
  if (await state.setting('demo-filled')) return;
  // The recordings lie beside their code and are read only when they are wanted.
  const { demoEnvelopes, demoProjects } = await import('../demo/replay.ts');
  const deps = { state, clock: systemClock, random: randomBytes, config: server.config, onKeysChanged: () => {} };
  if ((await state.userCount()) === 0)
    await createUser(deps, { email: 'demo@localhost', name: 'Demo', password: null, role: 'owner' });
  const viewer = await systemViewer(state);
  const projectIds = new Map<string, ProjectId>();
  for (const project of demoProjects) projectIds.set(project.slug, (await createProject(deps, viewer, project)).id);

  const appends = [...demoEnvelopes(systemClock.now(), SEED)].map(({ project, ...report }) =>
    journal.append({
      kind: 'envelope',
      projectId: projectIds.get(project)!,
      ...report,
      limitedCategories: [],
      replayOf: null,
    }),
  );
  say(`  Filling the demo projects with ${appends.length} recorded reports …`);
  await server.applied(Math.max(...(await Promise.all(appends))));
  await state.write((tx) => tx.setSetting('demo-filled', new Date(systemClock.now()).toISOString()));
}
