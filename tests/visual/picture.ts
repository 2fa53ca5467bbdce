import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** How far two colours may be apart, of 1: what a palette loses is nearer. */
const THRESHOLD = 0.08;
/** Pixels that may differ all the same: about a letter. */
export const PIXELS_MAX = 40;

const raw = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** An interface has few colours: a palette of them is a third of the size. */
export const pack = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, quality: 100, dither: 0, effort: 10 }).toBuffer();

/** How many pixels of two pictures differ, and a picture of where. Letters' edges do not count. */
export async function compare(kept: Buffer, taken: Buffer): Promise<{ pixels: number; difference: Buffer }> {
  const [one, other] = await Promise.all([raw(kept), raw(taken)]);
  const { width, height } = one.info;
  if (width !== other.info.width || height !== other.info.height) return { pixels: Infinity, difference: taken };
  const seen = Buffer.alloc(one.data.length);
  const pixels = pixelmatch(one.data, other.data, seen, width, height, { threshold: THRESHOLD });
  return {
    pixels,
    difference: await sharp(seen, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  };
}
