import { TriangleAlert } from 'lucide-react';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';

/** Warns that spike protection is discarding events or spans of a project. */
export async function SpikeNotice() {
  const spiking = await runQuery((viewer) => runtime().query.activeSpikes(viewer));
  return spiking.map(({ slug, name, events, spans }) => (
    <p key={slug} className="mb-3 flex gap-x-2 rounded-md bg-warning-wash px-3 py-2 text-13">
      <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span> is sending far more{' '}
        {spans === 0 ? 'events' : events === 0 ? 'spans' : 'events and spans'} than usual. Spike protection discarded{' '}
        {[...(events > 0 ? [plural(events, 'event')] : []), ...(spans > 0 ? [plural(spans, 'span')] : [])].join(
          ' and ',
        )}{' '}
        in the last 15 minutes.{' '}
        <Link
          href={`/settings/projects/${encodeURIComponent(slug)}/limits`}
          className="whitespace-nowrap text-accent underline underline-offset-2"
        >
          Project limits
        </Link>
      </span>
    </p>
  ));
}
