import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { kinds, performanceHref, readPerformanceFilter } from './search-params.ts';
import { kindWords } from './words.ts';

/** What is measured. */
export async function KindTabs({ search }: { search: Promise<RawParams> }) {
  const filter = readPerformanceFilter(await search);
  return (
    <Tabs
      label="What is measured"
      tabs={kinds.map((kind) => ({
        name: kindWords[kind].name,
        href: performanceHref({ ...filter, kind }),
        isCurrent: kind === filter.kind,
      }))}
    />
  );
}
