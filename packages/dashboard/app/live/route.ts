import { connection } from 'next/server';
import { runtime } from '#server/runtime.ts';
import { clientAddress, ownSessionCookie } from '#server/session.ts';
import { accountViewer } from '#server/viewer.ts';

const HEARTBEAT_MS = 20_000;
/** How often the session and the viewer’s roles are checked. */
const ACCOUNT_CHECK_MS = 3_000;
/** Then the client reconnects and is authorized again. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Server-sent events: the viewer, then an empty message after each batch that touched one of their projects. The page then
 * refetches with its own authorization. Ends with the session and when the viewer's roles change.
 */
export async function GET(request: Request): Promise<Response> {
  await connection();
  const viewer = await accountViewer();
  if (viewer.userId === null) return new Response(null, { status: 401 });
  const [cookie, address] = [await ownSessionCookie(), await clientAddress()];
  const { query, onChange } = runtime();
  const projects = await query.listProjects(viewer);
  const ids = projects.map((project) => project.id);
  // A reconnecting browser sends the time of its last message, a new page its age.
  const lastEventId = request.headers.get('last-event-id');
  const ageMs = Number(new URL(request.url).searchParams.get('age'));
  const sinceMs = lastEventId === null ? Date.now() - ageMs : Number(lastEventId);

  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Skip messages while the client has not read the previous one.
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        send(`id: ${Date.now()}\nevent: viewer\ndata: ${JSON.stringify(viewer)}\n\n`);
        const notify = () => send(`id: ${Date.now()}\ndata: change\n\n`);
        const unsubscribe = onChange(ids, sinceMs, notify);
        const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
        const checkAccount = async () => {
          const now = await query.viewerOfSession(cookie, address);
          if (JSON.stringify(now) !== JSON.stringify(viewer)) stop();
        };
        // Ignore failures of the state store.
        const accountTimer = setInterval(() => void checkAccount().catch(() => undefined), ACCOUNT_CHECK_MS);
        const end = setTimeout(() => stop(), LIFETIME_MS);
        stop = () => {
          stop = () => {};
          clearInterval(heartbeat);
          clearInterval(accountTimer);
          clearTimeout(end);
          unsubscribe();
          try {
            controller.close();
          } catch {
            // Already canceled by the client.
          }
        };
        request.signal.addEventListener('abort', () => stop(), { once: true });
      },
      cancel: () => stop(),
    },
    { highWaterMark: 4 },
  );

  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}
