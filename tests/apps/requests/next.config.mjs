import { join } from 'node:path';
import { withSeismo } from '@seismo/nextjs/config';

export default withSeismo(
  {
    turbopack: { root: join(import.meta.dirname, '../../..') },
    outputFileTracingRoot: join(import.meta.dirname, '../../..'),
  },
  { upload: false },
);
