import { isFields, type Fields, type FieldLocation } from '@seismo/protocol';

/** How much of the SDK's own notes is read. */
const NODE_COUNT_MAX = 2_000;
const DEPTH_MAX = 16;

/**
 * Notes what the SDK cut or removed before it sent the event. Its `_meta` mirrors the payload, with `{"": {"len": 200}}`
 * where a list, an object or a text was longer, and `{"": {"rem": […]}}` where the SDK removed a secret.
 */
export function noteSdkCuts(raw: Fields, root: FieldLocation): void {
  const meta = raw['_meta'];
  if (!isFields(meta)) return;
  let left = NODE_COUNT_MAX;
  const walk = (node: Fields, location: FieldLocation, depth: number): void => {
    for (const key of Object.keys(node)) {
      if (left-- <= 0 || depth > DEPTH_MAX) return;
      const value = node[key];
      if (!isFields(value)) continue;
      if (key === '') note(value, location);
      else walk(value, location.at(key), depth + 1);
    }
  };
  walk(meta, root, 1);
}

function note({ len, rem }: Fields, location: FieldLocation): void {
  if (typeof len === 'number' && Number.isSafeInteger(len)) {
    location.note('trimmed', `truncated by the SDK; original length ${len}`);
  } else if (Array.isArray(rem) && rem.length > 0) location.note('scrubbed', 'the SDK removed a secret');
}
