import { sharedClock, systemViewer } from '@seismo/server/parts';
import { startIn } from '../../packages/main/src/testing/start.ts';

/**
 * `node count-shop.ts <data directory> [--accept-loss]` starts the server, lets it process what waits, and prints what it
 * has of the project `shop`. A process of its own for each start, as after an upgrade.
 */
const [, , dataDir, flag] = process.argv;
// Retention and the lists depend on the time: an hour after the newest directory was filled.
const clock = sharedClock();
clock.set(Date.UTC(2026, 10, 30, 7, 30));
const server = await startIn(dataDir!, {}, { acceptLoss: flag === '--accept-loss', clock }).catch((error: Error) => {
  process.stderr.write(error.message);
  process.exit(1);
});
const { runtime, state, journal } = server;
while ((await journal.stats()).entries > 0) await new Promise((resolve) => void setTimeout(resolve, 20));
const viewer = await systemViewer(state);
const page = { projects: ['shop'], environments: [], range: null, query: '', cursor: null, count: 100 };
const { events } = await runtime.query.eventsOfProject(viewer, 'shop', page);
const { issues } = await runtime.query.listIssues(viewer, { ...page, range: '90d', sort: 'events' });
const shop = (await state.allProjects()).find(({ slug }) => slug === 'shop')!;
const counts = await Promise.all(issues.map(async (issue) => (await state.issueById(issue.id))!.eventCount));
const { projects } = await runtime.query.storage(viewer, ['shop']);
const found = {
  events: new Set(events.map((event) => event.eventId)).size,
  counted: counts.reduce((sum, count) => sum + count, 0),
  deadLetters: (await journal.stats()).deadLetters,
  keys: (await state.listKeys(shop.id)).length,
  spans: projects[0]!.spans,
  account: (await state.userByEmail('ada@shop.example'))?.email,
};
await server.close();
process.stdout.write(JSON.stringify(found));
