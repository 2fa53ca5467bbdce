/** In order of precedence: a code alone, then the formats of Next.js and our error page. */
const patterns = [
  /^(\S{1,128})$/,
  /\bdigest\b\s{0,3}[:#]?\s{0,3}["']?([^\s"']{1,128})/i,
  /\b(?:error )?code\b\s{0,3}[:#]?\s{0,3}["']?([^\s"']{1,128})/i,
  /\b([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})\b/i,
  /\berror\b\s{1,3}(\d{5}[^\s"']{0,123})/i,
];

/** Reads the code from pasted text: an error page, `Digest: 3131397831`, or the code alone. */
export function readCode(text: string | undefined): string | null {
  const pasted = (text ?? '').slice(0, TEXT_CHARS_MAX).trim();
  for (const pattern of patterns) {
    const found = pattern.exec(pasted)?.[1];
    if (found) return found;
  }
  return null;
}

const TEXT_CHARS_MAX = 4000;

export function codeHref(code: string): `/error-codes/${string}` {
  return `/error-codes/${encodeURIComponent(code)}`;
}
