import { TriangleAlert } from 'lucide-react';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';

/** Warns that spike protection is discarding events of a project. */
export async function SpikeNotice() {
  const spiking = await runQuery((viewer) => runtime().query.activeSpikes(viewer));
  return spiking.map(({ slug, name, limited }) => (
    <p key={slug} className="mb-3 flex gap-x-2 rounded-md bg-warning-wash px-3 py-2 text-13">
      <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span> is sending far more events than usual. Spike protection discarded{' '}
        {plural(limited, 'event')} in the last 15 minutes.{' '}
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
