import type { HealthCheck } from './contract.ts';
import { backups } from './checks/backups.ts';
import { certificate } from './checks/certificate.ts';
import { clock } from './checks/clock.ts';
import { configuration } from './checks/configuration.ts';
import { deadLetters } from './checks/dead-letters.ts';
import { disk } from './checks/disk.ts';
import { files } from './checks/files.ts';
import { matching } from './checks/matching.ts';
import { pipeline } from './checks/pipeline.ts';
import { proxy } from './checks/proxy.ts';
import { singleSignOn } from './checks/single-sign-on.ts';
import { sourceMaps } from './checks/source-maps.ts';
import { stores } from './checks/stores.ts';
import { tunnel } from './checks/tunnel.ts';
import { versions } from './checks/versions.ts';

/** In the order of the report. */
export const healthChecks: readonly HealthCheck[] = [
  configuration,
  disk,
  files,
  clock,
  versions,
  stores,
  matching,
  backups,
  pipeline,
  deadLetters,
  sourceMaps,
  proxy,
  certificate,
  tunnel,
  singleSignOn,
];
