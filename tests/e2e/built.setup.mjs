import { ensureBuilt } from '../../scripts/installed.mjs';

/** The tests start the server and the dashboard as `npm start` does, and install the SDK packages that it offers. */
export default function build() {
  ensureBuilt();
}
