import type { Compared } from '@seismo/server';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { BarsBefore } from '#components/charts/bars-before.tsx';
import { count } from '#components/ui/count.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { change } from './change.ts';
import { readPlace, type HomePlace } from './read.ts';
import { Range } from '#features/context-bar/range.tsx';

/** How many errors and how many people they hit, over time, beside as much time before. */
export async function HomeFigures(place: HomePlace) {
  await connection();
  const { slug, shown } = await readPlace(place);
  const { events, users } = await ask((viewer) => runtime().query.projectFigures(viewer, slug, shown));
  const nowMs = Date.now();
  const span = <Range range={shown.range} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
      <Trend name="Errors" compared={events} span={span} nowMs={nowMs} />
      <Trend name="Users hit" compared={users} span={span} nowMs={nowMs} />
    </div>
  );
}

function Trend({ name, compared, span, nowMs }: { name: string; compared: Compared; span: ReactNode; nowMs: number }) {
  const { series, before, total, totalBefore } = compared;
  return (
    <figure className="min-w-0 rounded-md border border-line bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-baseline gap-x-2.5">
        <span className="w-full text-13 text-muted">
          {name}, {span}
        </span>
        <span className="text-28 font-semibold">{count(total)}</span>
        <span className="text-13 text-muted" title={`${count(totalBefore)} in the time before`}>
          {change(total, totalBefore)}
        </span>
      </figcaption>
      <BarsBefore series={series} before={before} unit={name} nowMs={nowMs} />
    </figure>
  );
}
