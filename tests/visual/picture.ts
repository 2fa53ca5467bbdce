import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Allowed color distance, of 1. Reducing an image to a palette changes colors by less. */
const THRESHOLD = 0.08;
/** Pixels that may differ anyway: about one letter. */
export const PIXELS_MAX = 40;

const raw = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** A palette image is a third of the size. */
export const pack = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, quality: 100, dither: 0, effort: 10 }).toBuffer();

/** The number of different pixels, and an image that shows them. Anti-aliased edges do not count. */
export async function compare(stored: Buffer, taken: Buffer): Promise<{ pixels: number; difference: Buffer }> {
  const [one, other] = await Promise.all([raw(stored), raw(taken)]);
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
