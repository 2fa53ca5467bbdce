/** The image type by its first bytes, as browsers detect it. Not SVG, which can contain scripts. */
export function pictureType(bytes: Uint8Array): string | null {
  const starts = (...signature: (number | null)[]) =>
    bytes.length >= signature.length && signature.every((byte, index) => byte === null || bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  if (starts(0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}
