import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Commands } from '#command/bind.ts';
import type { Queries } from '#query/bind.ts';
import type { Log } from '#platform/log.ts';

export interface ApiDeps {
  query: Queries;
  command: Commands;
  version: string;
  publicUrl: string;
  log: Pick<Log, 'error'>;
}

/** Every route below has a viewer: requests without a valid token are refused earlier. */
export interface ApiEnv {
  Variables: { viewer: Viewer };
}
