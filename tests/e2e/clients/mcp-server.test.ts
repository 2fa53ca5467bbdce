import { afterAll, expect, test } from 'vitest';
import { eventItem, processed, send } from '../app/send.ts';
import { startServer, type Project } from '../running-server.ts';
import { installClient } from './install.ts';
import { startMcpServer } from './mcp-client.ts';
import { mcpServer, mcpTools } from './mcp-tools.ts';
import { plantedSpan } from './planted-span.ts';

// The client takes the part of a host name before the first dot for an organization.
const server = await startServer({ hostname: 'localhost' });
const token = await server.createToken(
  'org:read',
  'project:read',
  'project:write',
  'project:releases',
  'event:read',
  'event:write',
  'team:read',
  'team:write',
);
const project = await server.createProject('planted-shop', 'javascript');
const eventId = 'deadbeef'.repeat(4);
await report(project, eventId);
await send(server, project, [plantedSpan()]);
await processed(server);
const find = `/api/0/organizations/main/issues/?query=${eventId}`;
const [issue] = await server.get<{ shortId: string }[]>(find);
const [key] = await server.get<{ id: string }[]>(`/api/0/projects/main/${project.slug}/keys/`);
const files = `/api/0/projects/main/${project.slug}/events/${eventId}/attachments/`;
const [attachment] = await server.get<{ id: string }[]>(files);
const monitor = await server.api(token, 'POST', `/projects/main/${project.slug}/detectors/`, {
  name: 'planted metric',
  type: 'metric_issue',
  dataSources: [{ dataset: 'events', aggregate: 'count()', timeWindow: 3600 }],
  conditionGroup: { conditions: [{ type: 'gt', comparison: 100, conditionResult: 75 }] },
  config: { detectionType: 'static' },
});
const planted = {
  organizationSlug: 'main',
  projectSlug: project.slug,
  issueId: issue!.shortId,
  eventId,
  keyId: key!.id,
  attachmentId: attachment!.id,
  metricId: ((await monitor.json()) as { id: string }).id,
};
const program = await installClient(mcpServer.name, mcpServer.version);
const { host } = new URL(server.url);
const options = ['--access-token', token, '--host', host, '--insecure-http', '--all-skills'];
const client = await startMcpServer([`${program}/dist/index.js`, ...options]);

afterAll(async () => {
  client[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

/** Words that together find every tool of its catalog. */
const words =
  'issue event project team release dsn trace replay monitor alert dashboard profile snapshot docs conversation uptime attachment onboarding user organization whoami'.split(
    ' ',
  );

test('every listed or searchable tool is covered', async () => {
  const names = new Set(await client.listTools());
  for (const query of words) for (const name of await search(query)) names.add(name);
  expect([...names].toSorted()).toEqual(Object.keys(mcpTools).toSorted());
});

const stepsOf = (tool: (typeof mcpTools)[string]) => ('calls' in tool ? tool.calls : tool.shows ? [tool.shows] : []);
const called = Object.entries(mcpTools).filter(([, tool]) => stepsOf(tool).length > 0);

/** In the order of the table, so that a tool can find what an earlier tool created. */
test.each(called)('%s', async (name, tool) => {
  for (const [args, shows] of stepsOf(tool)) expect(await call(name, args(planted))).toContain(shows);
});

const direct = new Set<string>();

/** Most tools are called through another tool. */
async function call(name: string, args: object): Promise<string> {
  if (direct.size === 0) for (const each of await client.listTools()) direct.add(each);
  return direct.has(name)
    ? client.callTool(name, args)
    : client.callTool('execute_sentry_tool', { name, arguments: args });
}

async function search(query: string): Promise<string[]> {
  const { results } = JSON.parse(await client.callTool('search_sentry_tools', { query, limit: 20 })) as {
    results: { name: string }[];
  };
  return results.map(({ name }) => name);
}

/** Reports an error with an attachment and user feedback. */
async function report(project: Project, eventId: string): Promise<void> {
  const timestamp = Date.now() / 1000;
  const frame = { filename: 'planted.js', lineno: 7, colno: 3, in_app: true };
  const event = {
    event_id: eventId,
    timestamp,
    platform: 'javascript',
    level: 'error',
    release: 'planted@1.0.0',
    environment: 'production',
    tags: { plan: 'planted-plan' },
    breadcrumbs: [{ timestamp, category: 'ui.click', message: 'planted crumb' }],
    exception: {
      values: [
        {
          type: 'PlantedError',
          value: 'planted value',
          mechanism: { type: 'onerror', handled: false },
          stacktrace: { frames: [{ ...frame, function: 'plantedFunction' }] },
        },
      ],
    },
    threads: {
      values: [
        { id: 1, name: 'main', crashed: true, stacktrace: { frames: [{ ...frame, function: 'plantedThread' }] } },
      ],
    },
  };
  const feedback = {
    event_id: 'feedbac0'.repeat(4),
    timestamp,
    platform: 'javascript',
    contexts: { feedback: { message: 'planted feedback', name: 'Bob', associated_event_id: eventId } },
  };
  await send(
    server,
    project,
    [
      eventItem(event),
      {
        header: { type: 'attachment', filename: 'planted.txt', content_type: 'text/plain' },
        payload: 'planted attachment',
      },
    ],
    eventId,
  );
  const item = { header: { type: 'feedback' }, payload: JSON.stringify(feedback) };
  await send(server, project, [item], feedback.event_id);
}
