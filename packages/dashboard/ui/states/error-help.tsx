/** What to do after an error in Seismo itself. A plain link, because client navigation may be what failed. */
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
