/** The first letters of a commit's ID, leading to its page at the host of its repository where that is known. */
export function CommitId({ id, link }: { id: string; link: string | null }) {
  if (link === null) return <code className="text-12">{id.slice(0, 7)}</code>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      className="rounded-sm font-mono text-12 text-accent underline underline-offset-2"
    >
      {id.slice(0, 7)}
    </a>
  );
}
