import { randomBytes } from 'node:crypto';
import type { EventId, Frame, ProjectId } from '@seismo/protocol';

const REPORTS_PER_MINUTE_MAX = 20;
const FRAME_COUNT_MAX = 50;

export interface OwnReportOptions {
  release: string;
  /** Where an envelope of ours goes: the journal, without a detour over HTTP. */
  append(projectId: ProjectId, envelope: Uint8Array): Promise<unknown>;
  projectId(): Promise<ProjectId | null>;
  now(): number;
}

/**
 * Turns an error of our own server into an event of the project `seismo`. A report that cannot be written is dropped and
 * never reported itself, and there are at most `REPORTS_PER_MINUTE_MAX`: that is what keeps it from feeding on itself.
 */
export function createOwnReports(options: OwnReportOptions) {
  let windowStartMs = 0;
  let inWindow = 0;
  return function report(error: unknown, context: { path?: string; routeType?: string; digest?: string }): void {
    const nowMs = options.now();
    if (nowMs - windowStartMs > 60_000) {
      windowStartMs = nowMs;
      inWindow = 0;
    }
    if (++inWindow > REPORTS_PER_MINUTE_MAX) return;
    void options
      .projectId()
      .then(
        (projectId) =>
          projectId !== null && options.append(projectId, envelopeOf(error, context, options.release, nowMs)),
      )
      .catch(() => {});
  };
}

function envelopeOf(
  thrown: unknown,
  context: { path?: string; routeType?: string; digest?: string },
  release: string,
  nowMs: number,
): Uint8Array {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const eventId = randomBytes(16).toString('hex') as EventId;
  const event = {
    event_id: eventId,
    timestamp: nowMs / 1000,
    platform: 'node',
    level: 'error',
    environment: process.env['NODE_ENV'] === 'production' ? 'production' : 'development',
    release,
    server_name: 'seismo',
    ...(context.path && { transaction: context.path.split('?', 1)[0] }),
    tags: {
      ...(context.digest && { digest: context.digest }),
      ...(context.routeType && { 'route.type': context.routeType }),
    },
    exception: {
      values: [
        {
          type: error.name,
          value: error.message,
          mechanism: { type: 'nextjs.on_request_error', handled: false },
          stacktrace: { frames: framesOf(error.stack ?? '') },
        },
      ],
    },
    sdk: { name: 'seismo.server', version: release.split('@').at(-1) },
  };
  const lines = [{ event_id: eventId, sent_at: new Date(nowMs).toISOString() }, { type: 'event' }, event];
  return new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
}

/** V8's lines, `at fn (file:line:column)` or `at file:line:column`, outermost first as events want them. */
function framesOf(stack: string): Frame[] {
  const frames = stack
    .split('\n')
    .slice(0, FRAME_COUNT_MAX + 20)
    .flatMap((line): Frame[] => {
      const at = /^\s*at (?:(?:async )?(.{1,200}?) \()?(?:file:\/\/)?([^()]{1,500}):(\d{1,9}):(\d{1,9})\)?$/.exec(line);
      if (!at) return [];
      const filename = at[2]!;
      return [
        {
          function: at[1] ?? '?',
          filename,
          lineno: Number(at[3]),
          colno: Number(at[4]),
          in_app: !/node_modules|^node:/.test(filename),
        },
      ];
    });
  return frames.slice(0, FRAME_COUNT_MAX).reverse();
}
