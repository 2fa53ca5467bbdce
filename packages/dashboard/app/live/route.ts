import { connection } from 'next/server';
import { runtime } from '#server/runtime.ts';
import { clientAddress, ownSessionCookie } from '#server/session.ts';
import { accountViewer } from '#server/viewer.ts';

const HEARTBEAT_MS = 20_000;
/** So soon a page hears that its session ended, or that its person may do more or less. */
const ACCOUNT_LOOK_MS = 3_000;
/** Then the client connects anew, and its authorization is looked at again. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Server-sent events: who the viewer is, then one empty message after each batch that touched a project of theirs. No other
 * data travels here; the page asks again, with its own authorization. Ends when the session does, or the viewer's roles change.
 */
export async function GET(request: Request): Promise<Response> {
  await connection();
  const asking = await accountViewer();
  if (asking.userId === null) return new Response(null, { status: 401 });
  const [cookie, address] = [await ownSessionCookie(), await clientAddress()];
  const { query, onChange } = runtime();
  const projects = await query.listProjects(asking);
  const ids = projects.map((project) => project.id);
  // A browser that was connected says up to when it has heard everything; a page that was not, how old it is.
  const heardUntil = request.headers.get('last-event-id');
  const ageMs = Number(new URL(request.url).searchParams.get('age'));
  const sinceMs = heardUntil === null ? Date.now() - ageMs : Number(heardUntil);

  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // A client that does not read gets no second message until it has read the first.
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        send(`id: ${Date.now()}\nevent: viewer\ndata: ${JSON.stringify(asking)}\n\n`);
        const tell = () => send(`id: ${Date.now()}\ndata: change\n\n`);
        const unsubscribe = onChange(ids, sinceMs, tell);
        const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
        const lookAtAccount = async () => {
          const now = await query.viewerOfSession(cookie, address);
          if (JSON.stringify(now) !== JSON.stringify(asking)) stop();
        };
        // While the store does not answer, nothing is known of the account.
        const looking = setInterval(() => void lookAtAccount().catch(() => undefined), ACCOUNT_LOOK_MS);
        const end = setTimeout(() => stop(), LIFETIME_MS);
        stop = () => {
          stop = () => {};
          clearInterval(heartbeat);
          clearInterval(looking);
          clearTimeout(end);
          unsubscribe();
          try {
            controller.close();
          } catch {
            // Already cancelled by the client.
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
