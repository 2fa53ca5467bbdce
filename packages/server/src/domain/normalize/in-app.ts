import type { EventPayload, Frame } from '@seismo/protocol';
import { framesOf } from '../events/frames-of-event.ts';
import { isInAppV1 } from '../grouping/v1/in-app.ts';
import { isScript, languageOf, type Language } from './languages.ts';

/** The rule for JavaScript, which grouping v1 is frozen with. */
export { isInAppV1 as isInApp };

/**
 * Decides which frames are application code. JavaScript frames are decided one by one. SDKs of other languages omit
 * `in_app` where they do not know: such a frame is library code, unless the event has no application frame. Then the
 * frames that no rule of the language recognizes as library code are in-app.
 */
export function markInApp(event: EventPayload): void {
  const unknown: Frame[] = [];
  let hasOwn = false;
  for (const frame of framesOf(event).flat()) {
    const platform = frame.platform ?? event.platform;
    const stated = frame.in_app;
    const asV1 = isInAppV1(frame, stated);
    if (isScript(platform)) frame.in_app = asV1;
    else {
      const own = isOwn(frame, languageOf(platform), stated);
      if (own === undefined) unknown.push(frame);
      frame.in_app = own ?? false;
      if (frame.in_app !== asV1) frame.in_app_v1 = asV1;
    }
    hasOwn ||= frame.in_app;
  }
  if (hasOwn) return;
  for (const frame of unknown) {
    frame.in_app = true;
    const asV1 = isInAppV1(frame, undefined);
    if (asV1) delete frame.in_app_v1;
    else frame.in_app_v1 = asV1;
  }
}

/** `undefined`: neither the SDK nor the language's rules decide. */
function isOwn(frame: Frame, language: Language | null, stated: boolean | undefined): boolean | undefined {
  if (stated === false || (stated === true && !language?.overridesSdk)) return stated;
  if (language !== null && isLibrary(frame, language)) return false;
  if (stated === undefined && hasNoLine(frame)) return false;
  return stated;
}

function isLibrary(frame: Frame, { paths, names, images }: Language): boolean {
  const { abs_path: absPath, filename, module, function: name, package: image } = frame;
  return (
    (paths !== undefined && (test(paths, absPath) || test(paths, filename))) ||
    (names !== undefined && (test(names, module) || (module === undefined && test(names, name)))) ||
    (images !== undefined && test(images, image))
  );
}

function test(pattern: RegExp, text: string | undefined): boolean {
  return text !== undefined && pattern.test(text);
}

/** A frame without any location. */
function hasNoLine(frame: Frame): boolean {
  const { abs_path: path, filename, module, package: image, function: name } = frame;
  return !(path || filename || module || image || name);
}
