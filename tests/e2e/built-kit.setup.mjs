import { ensureKitBuilt } from '../../scripts/installed.mjs';

/** What a running Seismo gives away is part of what is tested. */
export default ensureKitBuilt;
