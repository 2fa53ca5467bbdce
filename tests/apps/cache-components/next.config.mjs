import { join } from 'node:path';
import { withSeismo } from '@seismo/nextjs/config';

const root = join(import.meta.dirname, '../../..');

export default withSeismo(
  { cacheComponents: true, turbopack: { root }, outputFileTracingRoot: root },
  { upload: false },
);
