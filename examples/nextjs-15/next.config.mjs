import { join } from 'node:path';
import { withSeismo } from '@seismo/nextjs/config';

export default withSeismo({ outputFileTracingRoot: join(import.meta.dirname, '../..') });
