import type { Project } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { bucketsOf, type RangeName } from '../range.ts';
import type { KeyUsage, KeyOutcomesView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

type Cell = QueryRows['ledgerByKey'];

/** Items of each key in the range, and its last use, by ID. Unused keys have no entry. */
export async function keyUsage(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  range: RangeName,
): Promise<KeyUsage[]> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const { fromMs, toMs } = bucketsOf(range, deps.clock.now());
  const [ever, recent] = await Promise.all(
    [0, fromMs].map((since) =>
      deps.telemetry.query('ledgerByKey', { projectIds: [id], range: { fromMs: since, toMs } }),
    ),
  );
  return [...Map.groupBy(ever!, ({ keyId }) => keyId)].map(([keyId, cells]) => {
    const own = recent!.filter((cell) => cell.keyId === keyId);
    return { keyId, lastAtMs: lastOf(cells), received: receivedOf(own), outcomes: outcomesOf(own) };
  });
}

/** By project and key, the busiest first. */
export async function keysOf(
  { state }: Pick<QueryDeps, 'state'>,
  projects: readonly Project[],
  cells: readonly Cell[],
): Promise<KeyOutcomesView[]> {
  const counted = cells.filter(({ outcome }) => outcome !== 'client-discard');
  const visible = projects.filter(({ id }) => counted.some(({ projectId }) => projectId === id));
  const found = await Promise.all(
    visible.map(async ({ id, slug }) => {
      const labels = new Map((await state.listKeys(id)).map((key) => [key.id, key.label]));
      const own = counted.filter(({ projectId }) => projectId === id);
      return [...Map.groupBy(own, ({ keyId }) => keyId)].map(([keyId, ofKey]): KeyOutcomesView => ({
        keyId,
        label: labels.get(keyId) ?? '',
        project: slug,
        received: receivedOf(ofKey),
        kinds: ofKey
          .filter(({ outcome }) => outcome === 'received')
          .map(({ itemKind, quantity }) => ({ itemKind, received: quantity })),
        outcomes: outcomesOf(ofKey),
        lastAtMs: lastOf(ofKey),
      }));
    }),
  );
  return found.flat().sort((one, other) => other.received - one.received || one.keyId - other.keyId);
}

function receivedOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { outcome, quantity }) => sum + (outcome === 'received' ? quantity : 0), 0);
}

function outcomesOf(cells: readonly Cell[]): { outcome: string; quantity: number }[] {
  const ended = cells.filter(({ outcome }) => outcome !== 'received' && outcome !== 'client-discard');
  return [...Map.groupBy(ended, ({ outcome }) => outcome)]
    .map(([outcome, same]) => ({ outcome, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }))
    .filter(({ quantity }) => quantity !== 0)
    .sort((one, other) => other.quantity - one.quantity);
}

function lastOf(cells: readonly Cell[]): number {
  return Math.max(...cells.map(({ lastAtMs }) => lastAtMs));
}
