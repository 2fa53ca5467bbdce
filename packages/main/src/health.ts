import type { HealthSubject } from '@seismo/server/parts';
import { storesIn } from '@seismo/server/parts';
import type { Config } from './config.ts';
import { version } from './version.ts';

/** What health checks inspect, apart from the stores. */
export function healthFacts(config: Config): Pick<HealthSubject, 'facts' | 'dataDir' | 'locations'> {
  const { dataDir, stateUrl, publicUrl, hasPublicUrl, host, tunnelPath, diskFloorBytes, backups, unknownSettings } =
    config;
  return {
    facts: { version, publicUrl, hasPublicUrl, host, tunnelPath, diskFloorBytes, backups, unknownSettings },
    dataDir,
    locations: storesIn(dataDir, stateUrl),
  };
}
