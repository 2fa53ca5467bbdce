import { context, range, urlState, type RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';

const state = urlState({ ...context, range });

const pages = [
  { name: 'Traces', href: '/traces' },
  { name: 'Performance', href: '/traces/performance' },
  { name: 'Explore', href: '/traces/explore' },
] as const;

interface Props {
  current: (typeof pages)[number]['href'];
  search: Promise<RawParams>;
}

/** The pages of the area, in the same projects, environments and time range. */
export async function AreaTabs({ current, search }: Props) {
  const selected = state.read(await search);
  return (
    <Tabs
      label="Pages of traces"
      tabs={pages.map(({ name, href }) => ({ name, href: state.href(href, selected), isCurrent: href === current }))}
    />
  );
}
