/** RFC 6266: a plain name for old clients, the real one percent-encoded. */
export function contentDisposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w. -]/g, '_').slice(0, 100) || 'attachment';
  const real = encodeURIComponent(filename.toWellFormed().slice(0, 200)).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`;
}
