import type { Step } from './step.ts';

/** Reports by a path of the visited site: the path, then the option that uses it. docs/tunnel.md has the rest. */
export function tunnelSteps(dsn: string, tunnelPath: string): Step[] {
  const origin = URL.canParse(dsn) ? new URL(dsn).origin : dsn;
  return [
    {
      says: 'nginx',
      code: `location = ${tunnelPath} {\n  proxy_pass ${origin}${tunnelPath};\n  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n}`,
    },
    {
      says: 'or Express, with the kit',
      code: `import { tunnel } from '@seismo/nextjs/express';\n\napp.use('${tunnelPath}', tunnel());`,
    },
    {
      says: 'Then say so in the options of the SDK',
      code: `init({\n  dsn: ${JSON.stringify(dsn)},\n  tunnel: '${tunnelPath}',\n});`,
    },
  ];
}
