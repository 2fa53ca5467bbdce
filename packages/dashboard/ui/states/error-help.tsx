/** Of a failure of Seismo itself. A plain link: what failed may be what leads from page to page. */
export function ErrorHelp({ digest }: { digest: string | null | undefined }) {
  return digest ? (
    <>
      Try again. Error details:{' '}
      <a href={`/error-codes/${encodeURIComponent(digest)}`} className="font-mono underline underline-offset-2">
        Digest: {digest}
      </a>
    </>
  ) : (
    'Try again, or reload the page.'
  );
}
