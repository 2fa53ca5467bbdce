import { processed } from '../app/send.ts';
import type { Server } from '../running-server.ts';

/** An event as in lists. */
export interface EventHead {
  eventID: string;
  groupID: string;
  title: string;
  platform: string;
  tags: { key: string; value: string }[];
}

export interface ShopEvent extends EventHead {
  contexts: Record<string, Record<string, unknown>>;
  entries: { type: string; data: { values?: { stacktrace?: { frames: Frame[] } }[] } }[];
}

interface Frame {
  function: string | null;
  filename: string | null;
  inApp: boolean;
}

/** All events of the project, newest first. */
export async function eventsOf(server: Server, project: string): Promise<EventHead[]> {
  await processed(server);
  return server.get<EventHead[]>(`/api/0/projects/main/${project}/events/?per_page=100`);
}

export const eventOf = (server: Server, project: string, { eventID }: EventHead): Promise<ShopEvent> =>
  server.get(`/api/0/projects/main/${project}/events/${eventID}/`);

export const tagOf = ({ tags }: EventHead, name: string): string | undefined =>
  tags.find(({ key }) => key === name)?.value;

/** The innermost in-app frame, as `file:function`. */
export function locationOf(event: ShopEvent): string | undefined {
  const exceptions = event.entries.find(({ type }) => type === 'exception')?.data.values ?? [];
  const frame = exceptions.at(-1)?.stacktrace?.frames.findLast(({ inApp }) => inApp);
  return frame && `${frame.filename}:${frame.function}`;
}
