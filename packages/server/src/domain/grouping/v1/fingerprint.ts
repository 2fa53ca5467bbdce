/** One part of a client's fingerprint; `null` is `{{ default }}`, the group without the fingerprint. */
export type Part = string | null;

/**
 * The custom parts of a client's fingerprint, or `null`: no list, an empty one (sentry-ruby sends `[]` with every
 * event), blanks, or only `{{ default }}`.
 */
export function readFingerprint(raw: readonly string[] | undefined): Part[] | null {
  if (raw === undefined) return null;
  const parts: Part[] = [];
  for (const text of raw) {
    const trimmed = text.trim();
    if (trimmed !== '') parts.push(/^\{\{\s*default\s*\}\}$/.test(trimmed) ? null : trimmed);
  }
  return parts.every((part) => part === null) ? null : parts;
}
