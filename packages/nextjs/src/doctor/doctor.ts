import type { Screen } from '../cli.ts';
import { targetOf } from '../tunnel/target.ts';
import { diagnosisOf } from './diagnosis.ts';
import { probe, type ProbeResult } from './probe.ts';

export interface TunnelProbe {
  /** Where the app is reached. */
  appUrl: string;
  tunnelPath: string;
  dsn: string;
  /** Probes per route. */
  probeCount: number;
}

/** Names that public block lists look for in paths of any site. */
const KNOWN_PATHS = /sentry|monitoring|telemetry|analytics|tracking|envelope|error-?report/i;

/** Checks a tunnel from outside, like a visitor's browser. Returns whether it works. */
export async function checkTunnel(
  { appUrl, tunnelPath, dsn, probeCount }: TunnelProbe,
  screen: Screen,
): Promise<boolean> {
  const tunnelUrl = new URL(tunnelPath, appUrl).href;
  const { url: directUrl } = targetOf(dsn);
  let isHealthy = true;
  const report = (good: boolean, text: string): void => {
    isHealthy &&= good;
    screen.out(`${good ? 'ok  ' : 'FAIL'}  ${text}\n`);
  };

  const through = await probe(tunnelUrl, { dsn });
  const diagnosis = diagnosisOf(through, tunnelPath);
  report(diagnosis === null, diagnosis ?? `Reports arrive through ${tunnelUrl}.`);
  if (diagnosis === null) {
    const gzip = await probe(tunnelUrl, { dsn, gzip: true });
    report(
      gzip.accepted,
      gzip.accepted ? 'Compressed reports arrive.' : `Compressed reports fail: ${diagnosisOf(gzip, tunnelPath)}`,
    );
    const opened = await fetch(tunnelUrl, { redirect: 'manual' }).catch(() => null);
    const shows = opened?.status === 200 && (await opened.text()).length > 0;
    report(
      !shows,
      shows
        ? 'GET requests to the tunnel show a page. They should show nothing.'
        : 'GET requests to the tunnel show nothing.',
    );
  }
  const direct = await probe(directUrl, {});
  report(
    direct.accepted,
    direct.accepted
      ? 'Seismo is reachable directly.'
      : `Seismo is not reachable directly: ${diagnosisOf(direct, new URL(directUrl).pathname)}`,
  );
  if (KNOWN_PATHS.test(tunnelPath)) {
    screen.out(
      `note  Ad blockers block paths like ${tunnelPath}. withSeismo(config, { tunnel: { random: true } }) uses a new path for every build.\n`,
    );
  }
  if (isHealthy) report(...(await compareLoss(tunnelUrl, directUrl, dsn, probeCount)));
  return isHealthy;
}

/** Alternates between both routes, so that network conditions affect them equally. */
async function compareLoss(
  tunnelUrl: string,
  directUrl: string,
  dsn: string,
  count: number,
): Promise<[boolean, string]> {
  const through: ProbeResult[] = [];
  const direct: ProbeResult[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    through.push(await probe(tunnelUrl, { dsn }));
    direct.push(await probe(directUrl, {}));
  }
  const [lost, lostDirectly] = [through, direct].map((results) => results.filter(({ accepted }) => !accepted).length);
  return [
    lost! <= lostDirectly!,
    `Lost ${lost} of ${count} probes through the tunnel (median ${medianMs(through)} ms), ${lostDirectly} directly (median ${medianMs(direct)} ms).`,
  ];
}

function medianMs(results: ProbeResult[]): number {
  const sorted = results.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
