import { SearchWords } from '#explorer/search-words.tsx';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { readReleaseFilter, releasesHref } from './search-params.ts';

export async function ReleaseFilters({ search }: { search: Promise<RawParams> }) {
  const { projects, environments, status, text } = readReleaseFilter(await search);
  return (
    <FilterForm
      key={JSON.stringify([projects, environments, status, text])}
      path="/releases"
      rest={searchOf(releasesHref({ projects, environments }))}
      fields={[
        {
          name: 'status',
          label: 'Status',
          value: status,
          defaultValue: 'open',
          options: [
            ['open', 'Open'],
            ['archived', 'Archived'],
          ],
        },
      ]}
      className="flex items-center gap-2"
    >
      <SearchWords label="Search releases" placeholder="Version" value={text} />
    </FilterForm>
  );
}
