import { ChoiceForm } from '#ui/select-form.tsx';
import { environmentOptions } from '#features/environments/options.ts';
import type { RawParams } from '#features/issues/search-params.ts';
import { readChosen } from './selection.ts';
import { ContextForm } from './context-form.tsx';
import { rangeProblem, timeOf } from './time-range.ts';

/** The bar of a page about one project or one release: in which environment, since when. */
export function EnvironmentAndTime({
  path,
  environments,
  search,
}: {
  path: string;
  /** Names of those that are shown. */
  environments: string[];
  search: RawParams;
}) {
  const { environments: chosen, range } = readChosen(search);
  const key = JSON.stringify([chosen, range]);
  return (
    <>
      <ChoiceForm
        key={key}
        label="Which environment"
        path={path}
        choices={[
          {
            name: 'environment',
            label: 'Environment',
            value: chosen[0] ?? '',
            options: environmentOptions(environments, chosen[0]),
          },
        ]}
        rest={timeOf(range)}
      />
      <ContextForm
        key={`${key}-range`}
        path={path}
        lists={[]}
        range={range}
        problem={rangeProblem(search)}
        rest={chosen.map((name): [string, string] => ['environment', name])}
      />
    </>
  );
}
