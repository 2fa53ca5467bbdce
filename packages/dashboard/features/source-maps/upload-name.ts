import type { UploadView } from '@seismo/server';

export type UploadName = Pick<UploadView, 'bundleId' | 'release' | 'dist'>;

/** An upload in an address: `12.shop@1.0` or `12.shop@1.0~web`, each part percent-encoded. */
export function writeUploadName({ bundleId, release, dist }: UploadName): string {
  return [bundleId, release, dist].map((part) => encodeURIComponent(part).replaceAll('~', '%7E')).join('~');
}

export function readUploadName(text: string | undefined): UploadName | null {
  const [bundleId, release, dist, ...more] = text?.split('~') ?? [];
  if (!bundleId || !/^\d{1,15}$/.test(bundleId) || release === undefined || dist === undefined || more.length > 0) {
    return null;
  }
  try {
    return { bundleId: Number(bundleId), release: decodeURIComponent(release), dist: decodeURIComponent(dist) };
  } catch {
    return null;
  }
}
