import { setSourceMapsSupport } from 'node:module';

// Skips packages in node_modules by default.
setSourceMapsSupport(true);
