import { closing, testPath } from '../../../../../testing/cleanup.ts';
import { queryNames, type QueryName, type QueryParams } from '../../../queries/index.ts';
import { openDuckdbTelemetry } from '../open.ts';
import type { CachedAnswer, Layer } from './layer.ts';

/** A store with only this cache, and the queries that the cache does not answer by itself. */
export async function storeBehind(layer: Layer) {
  const passed: { name: QueryName; params: QueryParams[QueryName] }[] = [];
  const hooks = { before: async () => {} };
  const passing =
    <Name extends QueryName>(name: Name): CachedAnswer<Name> =>
    async (params, next) => {
      passed.push({ name, params });
      await hooks.before();
      return next(name, params);
    };
  const below: Layer = {
    queries: Object.fromEntries(queryNames.map((name) => [name, passing(name)])),
    applied: () => {},
    truncated: () => {},
  };
  const telemetry = await openDuckdbTelemetry(testPath('telemetry.duckdb'), { layers: [layer, below] });
  return { telemetry: closing(telemetry), passed, hooks, names: () => passed.map(({ name }) => name) };
}
