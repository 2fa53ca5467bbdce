const COMMENT = Buffer.from('sourceMappingURL=data:');

/** The map that a script carries in its last `sourceMappingURL`, as a data URL; `null` if it carries none. */
export function inlineMap(script: Buffer): Buffer | null {
  const at = script.lastIndexOf(COMMENT);
  if (at < 0) return null;
  const from = at + COMMENT.length;
  const comma = script.indexOf(',', from);
  if (comma < 0 || comma - from > 200) return null;
  let to = script.indexOf('\n', comma);
  if (to < 0) to = script.length;
  const body = script.toString('latin1', comma + 1, to).trim();
  if (/;base64$/i.test(script.toString('latin1', from, comma))) return Buffer.from(body, 'base64');
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return null;
  }
}
