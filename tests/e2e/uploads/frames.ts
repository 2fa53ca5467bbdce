import type { Server } from '../running-server.ts';

interface ApiFrame {
  filename: string;
  function: string | null;
  lineNo: number | null;
  colNo: number | null;
  inApp: boolean;
  context: [number, string][];
}

interface ApiEvent {
  entries: { type: string; data: { values: { stacktrace: { frames: ApiFrame[] } | null }[] } }[];
}

/**
 * The frames of the newest event of an issue, the throwing frame last (`cart.js:3:20 totalOf`), and the line that
 * failed.
 */
export async function framesOf(server: Server, issueId: string) {
  const event = await server.get<ApiEvent>(`/api/0/organizations/main/issues/${issueId}/events/latest/`);
  const { values } = event.entries.find(({ type }) => type === 'exception')!.data;
  const frames = values.at(-1)!.stacktrace?.frames ?? [];
  const locationOf = (frame: ApiFrame) => `${frame.filename}:${frame.lineNo}:${frame.colNo} ${frame.function}`;
  const last = frames.at(-1);
  const line = last?.context.find(([number]) => number === last.lineNo)?.[1];
  return {
    inApp: frames.filter(({ inApp }) => inApp).map(locationOf),
    library: frames.filter(({ inApp }) => !inApp).map(locationOf),
    line: line?.trim() ?? null,
    /** The code at its column. */
    at: line?.slice((last?.colNo ?? 1) - 1) ?? null,
    linesAround: last?.context.length ?? 0,
  };
}
