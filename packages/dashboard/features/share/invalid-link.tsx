import { invalidLink } from './invalid-link.ts';

/** Shown for a link that ended after the page was requested. */
export function InvalidLink() {
  return (
    <div className="flex flex-col gap-2 py-16">
      <title>{`${invalidLink.title} · Seismo`}</title>
      <h1 className="text-20">{invalidLink.title}</h1>
      <p className="max-w-[56ch] text-14 text-muted">{invalidLink.text}</p>
    </div>
  );
}
