import type { Frame, Stacktrace } from '@seismo/protocol';

export function stacktraceShape(stacktrace: Stacktrace) {
  const frames = stacktrace.frames.map(frameShape);
  return { frames, framesOmitted: null, registers: null, hasSystemFrames: hasSystemFrames(stacktrace) };
}

/** The client's original stack; `null`, as in Sentry, if it equals the displayed one. */
export function rawStacktraceShape(stacktrace: Stacktrace | undefined) {
  const sent = stacktrace && stacktraceAsSent(stacktrace);
  return sent ? stacktraceShape(sent) : null;
}

export function hasSystemFrames(stacktrace: Stacktrace | undefined): boolean {
  return stacktrace?.frames.some(({ in_app }) => in_app === false) ?? false;
}

/** With the names of an event's own JSON. `map` is ours; Sentry has similar fields in `data`. */
export function stacktraceJson(stacktrace: Stacktrace) {
  return { ...stacktrace, frames: stacktrace.frames.map(frameJson) };
}

export function rawStacktraceJson(stacktrace: Stacktrace | undefined): Stacktrace | null {
  return stacktrace ? stacktraceAsSent(stacktrace) : null;
}

function stacktraceAsSent({ frames }: Stacktrace): Stacktrace | null {
  if (!frames.some(({ map }) => map?.state === 'mapped')) return null;
  return {
    frames: frames.map((frame) =>
      frame.map?.state === 'mapped' ? sentFrame(frame, frame.map.generated) : bare(frame),
    ),
  };
}

function sentFrame({ vars, platform }: Frame, generated: Frame): Frame {
  return { ...generated, ...(vars && { vars }), ...(platform !== undefined && { platform }) };
}

function bare({ map: _, ...frame }: Frame): Frame {
  return frame;
}

function frameJson(frame: Frame) {
  const { map, in_app_v1: _, ...rest } = frame;
  return map ? { ...rest, data: dataOf(map) } : rest;
}

function frameShape(frame: Frame) {
  const mapped = frame.map?.state === 'mapped' ? frame.map : null;
  return {
    filename: frame.filename ?? null,
    absPath: frame.abs_path ?? null,
    module: frame.module ?? null,
    package: frame.package ?? null,
    platform: frame.platform ?? null,
    function: frame.function ?? null,
    rawFunction: mapped?.generated.function ?? null,
    lineNo: frame.lineno ?? null,
    colNo: frame.colno ?? null,
    inApp: frame.in_app ?? false,
    context: contextOf(frame),
    vars: frame.vars ?? null,
    instructionAddr: frame.instruction_addr ?? null,
    ...(mapped && {
      map: mapped.artifact.split('/').at(-1),
      mapUrl: mapped.artifact,
      origAbsPath: mapped.generated.abs_path ?? mapped.generated.filename ?? null,
    }),
    ...(frame.map && { data: dataOf(frame.map) }),
  };
}

function dataOf(map: NonNullable<Frame['map']>) {
  if (map.state === 'unmapped') return { symbolicated: false, why: map.why, detail: map.detail };
  const { by, artifact, lacks } = map;
  return { symbolicated: true, resolved_with: by, sourcemap: artifact, ...(lacks && { why: lacks }) };
}

/** Lines of source with their numbers, the failing one in the middle. */
function contextOf({ lineno, pre_context = [], context_line, post_context = [] }: Frame): [number, string][] {
  if (lineno === undefined || context_line === undefined) return [];
  const first = lineno - pre_context.length;
  return [...pre_context, context_line, ...post_context].map((line, index) => [first + index, line]);
}
