import { join } from 'node:path';
import { pinnedNode, root, run } from '../scripts/installed.mjs';

/** What tests start: commands, threads, and servers without the dashboard. */
export default function build() {
  run(pinnedNode, [join(root, 'scripts/build-server.mjs'), '--tests']);
}
