import { fileURLToPath } from 'node:url';
import { withSeismo } from '@seismo/nextjs/config';

// Node has `import.meta.dirname` from 20.11 on.
const root = fileURLToPath(new URL('../../..', import.meta.url));

export default withSeismo({ turbopack: { root }, outputFileTracingRoot: root }, { upload: false });
