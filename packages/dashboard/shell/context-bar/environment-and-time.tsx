import { FilterForm } from '#ui/filter-form.tsx';
import { environmentOptions } from '#features/environments/options.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { readContext } from './context-params.ts';
import { ContextForm } from './context-form.tsx';
import { defaultRange, rangeProblem, timeOf } from './time-range.ts';

interface Props {
  path: string;
  /** Names of the visible environments. */
  environments: string[];
  search: RawParams;
}

/** Environment and time range, for pages about one project or release. */
export function EnvironmentAndTime({ path, environments, search }: Props) {
  const { environments: selected, range } = readContext(search);
  const key = JSON.stringify([selected, range]);
  return (
    <>
      <FilterForm
        key={key}
        label="Environment filter"
        path={path}
        fields={[
          {
            name: 'environment',
            label: 'Environment',
            value: selected[0] ?? '',
            options: environmentOptions(environments, selected[0]),
          },
        ]}
        rest={timeOf(range)}
      />
      <ContextForm
        key={`${key}-range`}
        path={path}
        lists={[]}
        range={range}
        defaultRange={defaultRange}
        problem={rangeProblem(search)}
        rest={selected.map((name): [string, string] => ['environment', name])}
      />
    </>
  );
}
