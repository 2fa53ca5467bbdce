import { version } from '@duckdb/node-api';

/** Such as `v1.5.6`. */
export const duckdbVersion = version;
