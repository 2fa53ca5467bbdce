import { limits, type EventPayload, type FrameImage, type Json } from '@seismo/protocol';
import { framesOf } from '../events/frames-of-event.ts';

interface Image {
  file: string;
  start: bigint;
  end: bigint;
  name: string;
  debugId: string | null;
}

/**
 * Adds the binary and the offset in it to each native frame, because addresses differ on each run. A frame's address is
 * absolute, or with `addr_mode` relative to the image of that number.
 */
export function addImages(event: EventPayload): void {
  const listed = event.debug_meta?.images;
  if (listed === undefined) return;
  const images = listed.map(readImage);
  const sorted = images.filter((image) => image !== null).toSorted((a, b) => (a.start < b.start ? -1 : 1));
  if (sorted.length === 0) return;
  for (const frame of framesOf(event).flat()) {
    const address = readAddress(frame.instruction_addr);
    if (address === null) continue;
    const relativeTo = /^rel:(\d{1,4})$/.exec(frame.addr_mode ?? '')?.[1];
    const image = relativeTo === undefined ? imageAt(sorted, address) : images[Number(relativeTo)];
    if (!image) continue;
    frame.image = describe(image, relativeTo === undefined ? address - image.start : address);
    frame.package ??= image.file;
  }
}

function describe({ name, debugId }: Image, offset: bigint): FrameImage {
  return { name, ...(debugId !== null && { debug_id: debugId }), offset: `0x${offset.toString(16)}` };
}

function readImage(raw: Record<string, Json>): Image | null {
  const start = readAddress(raw['image_addr']);
  const file = raw['code_file'] ?? raw['name'] ?? raw['debug_file'];
  if (start === null || typeof file !== 'string') return null;
  const size = raw['image_size'];
  const debugId = raw['debug_id'] ?? raw['uuid'] ?? raw['code_id'];
  return {
    file: file.slice(0, limits.PATH_CHARS_MAX),
    start,
    end: start + BigInt(typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : 0),
    name: file.split(/[\\/]/).at(-1)!,
    debugId: typeof debugId === 'string' && /[1-9a-f]/i.test(debugId) ? debugId.toLowerCase() : null,
  };
}

/** The last image that starts at or below the address, if it reaches so far. An image without a size reaches to the next. */
function imageAt(sorted: readonly Image[], address: bigint): Image | null {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.start <= address) low = middle + 1;
    else high = middle;
  }
  const image = sorted[low - 1];
  return image && (image.end === image.start || address < image.end) ? image : null;
}

function readAddress(value: Json | undefined): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  if (typeof value !== 'string' || value.length > limits.SHORT_NAME_CHARS_MAX) return null;
  return /^0x[0-9a-f]{1,16}$/i.test(value) || /^\d{1,19}$/.test(value) ? BigInt(value) : null;
}
