import { mappingErrors, type EventPayload, type Frame, type MappingErrorCode } from '@seismo/protocol';

/** A frame as the client sent it. */
export function asSent(frame: Frame): Frame {
  if (frame.map?.state !== 'mapped') return frame;
  const { vars, map } = frame;
  return { ...map.generated, ...(vars && { vars }) };
}

function allFrames({ exception, stacktrace, threads }: EventPayload): Frame[] {
  const holders = [...(exception?.values ?? []), ...(threads?.values ?? []), ...(stacktrace ? [{ stacktrace }] : [])];
  return holders.flatMap((holder) => holder.stacktrace?.frames ?? []);
}

/** How many frames of an event are mapped, and why others are not. */
export interface MapSummary {
  mapped: number;
  unmapped: number;
  /** The most frequent first. */
  errors: { why: MappingErrorCode; frames: number }[];
}

export function summarizeMaps(event: EventPayload): MapSummary {
  const counts = new Map<MappingErrorCode, number>();
  let mapped = 0;
  for (const { map } of allFrames(event)) {
    if (map?.state === 'mapped') mapped++;
    else if (map) counts.set(map.why, (counts.get(map.why) ?? 0) + 1);
  }
  const errors = [...counts].map(([why, frames]) => ({ why, frames })).sort((one, other) => other.frames - one.frames);
  return { mapped, unmapped: errors.reduce((sum, { frames }) => sum + frames, 0), errors };
}

/** `4 of 6 frames have no source map: debug ID unknown (3), URL mismatch (1).` */
export function summaryText({ mapped, unmapped, errors }: MapSummary): string {
  const reasons = errors.map(({ why, frames }) => {
    const title = mappingErrors[why].title;
    const inline = /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
    return errors.length > 1 ? `${inline} (${frames})` : inline;
  });
  const all = mapped + unmapped;
  const frames =
    all === 1 ? 'The frame has' : unmapped === all ? `${all} frames have` : `${unmapped} of ${all} frames have`;
  return `${frames} no source map: ${reasons.join(', ')}.`;
}

/** How the map of a frame was found, in the words of the reason's page. */
export const foundBy = {
  'debug-id': 'by debug ID',
  release: 'by release and URL',
  inline: 'inline in the uploaded script',
} as const;

/** Readable details of a reason; other details are left out. */
export function detailLines(detail: Record<string, string | number | string[]>): [name: string, value: string][] {
  const names: Record<string, string> = {
    debugId: 'Debug ID of the file',
    artifact: 'Uploaded file',
    uploaded: 'Uploaded for',
    release: 'Event release',
    dist: 'Event dist',
    looked: 'Looked for',
    closest: 'Closest upload',
    differs: 'Differs in',
    expected: 'Expected map',
    problem: 'Problem',
  };
  return Object.entries(names).flatMap(([key, name]): [string, string][] => {
    const value = Object.hasOwn(detail, key) ? detail[key] : undefined;
    if (value === undefined) return [];
    const text = Array.isArray(value) ? value.map(named).join(', ') : named(String(value));
    return [[key === 'uploaded' && 'debugId' in detail ? 'Uploaded with debug ID' : name, text]];
  });
}

const named = (text: string): string => (text === '' ? 'none' : text);

export function helpHref(why: MappingErrorCode): `/help/source-maps#${MappingErrorCode}` {
  return `/help/source-maps#${why}`;
}
