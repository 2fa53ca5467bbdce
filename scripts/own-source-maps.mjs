import { setSourceMapsSupport } from 'node:module';

// Those of packages in node_modules are left out unless asked for.
setSourceMapsSupport(true);
