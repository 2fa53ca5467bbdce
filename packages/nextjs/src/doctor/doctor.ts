import type { Screen } from '../cli.ts';
import { targetOf } from '../tunnel/target.ts';
import { diagnosisOf } from './diagnosis.ts';
import { beat } from './heartbeat.ts';
import type { Beat } from './heartbeat.ts';

export interface Patient {
  /** Where the app is reached. */
  appUrl: string;
  tunnelPath: string;
  dsn: string;
  /** Heartbeats each way. */
  beatCount: number;
}

/** Names that public block lists look for in paths of any site. */
const KNOWN_PATHS = /sentry|monitoring|telemetry|analytics|tracking|envelope|error-?report/i;

/** Examines a tunnel from outside, as a visitor's browser meets it. Answers whether all is well. */
export async function examine({ appUrl, tunnelPath, dsn, beatCount }: Patient, screen: Screen): Promise<boolean> {
  const tunnelUrl = new URL(tunnelPath, appUrl).href;
  const { url: directUrl } = targetOf(dsn);
  let well = true;
  const say = (good: boolean, text: string): void => {
    well &&= good;
    screen.out(`${good ? 'ok  ' : 'FAIL'}  ${text}\n`);
  };

  const through = await beat(tunnelUrl, { dsn });
  const diagnosis = diagnosisOf(through, tunnelPath);
  say(diagnosis === null, diagnosis ?? `Reports arrive through ${tunnelUrl}.`);
  if (diagnosis === null) {
    const gzip = await beat(tunnelUrl, { dsn, gzip: true });
    say(
      gzip.accepted,
      gzip.accepted ? 'So do compressed ones.' : `Compressed ones do not: ${diagnosisOf(gzip, tunnelPath)}`,
    );
    const opened = await fetch(tunnelUrl, { redirect: 'manual' }).catch(() => null);
    const shows = opened?.status === 200 && (await opened.text()).length > 0;
    say(
      !shows,
      shows
        ? 'Opened in a browser the path shows a page. It should show nothing.'
        : 'Opened in a browser it shows nothing.',
    );
  }
  const direct = await beat(directUrl, {});
  say(
    direct.accepted,
    direct.accepted
      ? 'Seismo is reached directly too.'
      : `Directly: ${diagnosisOf(direct, new URL(directUrl).pathname)}`,
  );
  if (KNOWN_PATHS.test(tunnelPath)) {
    screen.out(
      `note  Block lists know paths like ${tunnelPath}. withSeismo(config, { tunnel: { random: true } }) takes a new one with every build.\n`,
    );
  }
  if (well) say(...(await lossOf(tunnelUrl, directUrl, dsn, beatCount)));
  return well;
}

/** Heartbeats both ways, in turns, so that both meet the same weather. */
async function lossOf(tunnelUrl: string, directUrl: string, dsn: string, count: number): Promise<[boolean, string]> {
  const through: Beat[] = [];
  const direct: Beat[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    through.push(await beat(tunnelUrl, { dsn }));
    direct.push(await beat(directUrl, {}));
  }
  const [lost, lostDirectly] = [through, direct].map((beats) => beats.filter(({ accepted }) => !accepted).length);
  return [
    lost! <= lostDirectly!,
    `Of ${count} heartbeats ${lost} were lost through the tunnel (median ${medianMs(through)} ms), ${lostDirectly} directly (median ${medianMs(direct)} ms).`,
  ];
}

function medianMs(beats: Beat[]): number {
  const sorted = beats.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
