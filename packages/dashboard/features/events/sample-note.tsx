import { percent, count } from '#ui/count.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';

/** For an issue with events whose content was removed: what is read from content is a sample. */
export async function SampleNote({ params, of }: { params: Promise<{ shortId: string }>; of: string }) {
  const { shortId } = await params;
  const { events, stored } = await runQuery((viewer) => runtime().query.contentOfIssue(viewer, shortId));
  if (stored >= events) return null;
  if (stored === 0) {
    return (
      <p className="text-13 text-muted">
        The content of all {count(events)} events was removed, because of their age or to save disk space.
      </p>
    );
  }
  return (
    <p className="mb-3 text-12 text-muted">
      Sample: {of} {count(stored)} of {count(events)} events ({percent(stored, events)}). The content of the others was
      removed, because of their age or to save disk space; they are still counted.
    </p>
  );
}
