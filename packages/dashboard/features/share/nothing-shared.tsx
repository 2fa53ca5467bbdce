import { nothingShared } from './nothing-page.ts';

/** A link that ended between the question for it and its page. */
export function NothingShared() {
  return (
    <div className="flex flex-col gap-2 py-16">
      <title>{`${nothingShared.title} · Seismo`}</title>
      <h1 className="text-20">{nothingShared.title}</h1>
      <p className="max-w-[56ch] text-14 text-muted">{nothingShared.text}</p>
    </div>
  );
}
