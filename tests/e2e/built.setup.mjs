import { join } from 'node:path';
import { ensureBuilt, pinnedNode, root, run } from '../../scripts/installed.mjs';

/** The tests start the server and the dashboard as `npm start` does, and install the SDK packages that it offers. */
export default function build() {
  ensureBuilt();
  run(pinnedNode, [join(root, 'scripts/build-server.mjs'), '--crash']);
}
