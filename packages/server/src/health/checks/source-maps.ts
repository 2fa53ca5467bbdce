import { isUnmapped } from '#query/source-maps/source-map-check.ts';
import { notChecked, type HealthCheck } from '../contract.ts';

const PERIOD_MS = 24 * 3600 * 1000;
const FRAME_COUNT_MIN = 100;
const UNMAPPED_SHARE_MAX = 0.5;
const PROJECT_COUNT_MAX = 200;

export const sourceMaps: HealthCheck = {
  id: 'source-maps',
  title: 'Source maps',
  group: 'Processing',
  async run({ stores: { state, telemetry }, clock }) {
    if (!('store' in state && 'store' in telemetry)) return [notChecked('the stores could not be opened')];
    const range = { fromMs: clock.now() - PERIOD_MS, toMs: Number.MAX_SAFE_INTEGER };
    const unmapped: string[] = [];
    let frames = 0;
    const projects = (await state.store.allProjects()).slice(-PROJECT_COUNT_MAX);
    for (const { id, slug } of projects) {
      const cells = await telemetry.store.query('mapCoverage', { projectId: id, range });
      const mappedFrames = sum(cells.filter(({ error }) => error === ''));
      const lacking = sum(cells.filter(isUnmapped));
      frames += mappedFrames + lacking;
      const share = lacking / (mappedFrames + lacking);
      if (mappedFrames + lacking >= FRAME_COUNT_MIN && share > UNMAPPED_SHARE_MAX) {
        unmapped.push(`${slug} (${Math.round(share * 100)}%)`);
      }
    }
    if (unmapped.length > 0) {
      return [
        {
          severity: 'warning',
          found: `Most frames of minified code have no source map in ${unmapped.join(', ')}.`,
          why: 'Their stack traces show minified code, and issues are grouped worse.',
          action: 'Open Settings › Projects › Source maps, which names the missing map of each file.',
        },
      ];
    }
    return [
      {
        severity: 'ok',
        found:
          frames === 0
            ? 'No frame needed a source map in the last 24 hours.'
            : 'Most frames of the last 24 hours have source maps.',
      },
    ];
  },
};

function sum(cells: readonly { frames: number }[]): number {
  return cells.reduce((total, { frames }) => total + frames, 0);
}
