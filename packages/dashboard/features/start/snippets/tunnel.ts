import type { Step } from './step.ts';

/** A tunnel through the visited site: the path, then the SDK option that uses it. See docs/tunnel.md. */
export function tunnelSteps(dsn: string, tunnelPath: string): Step[] {
  const origin = URL.canParse(dsn) ? new URL(dsn).origin : dsn;
  return [
    {
      title: 'nginx',
      code: `location = ${tunnelPath} {\n  proxy_pass ${origin}${tunnelPath};\n  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n}`,
    },
    {
      title: 'Or Express, with the Seismo SDK',
      code: `import { tunnel } from '@seismo/nextjs/express';\n\napp.use('${tunnelPath}', tunnel());`,
    },
    {
      title: 'Then set the tunnel in the SDK options',
      code: `init({\n  dsn: ${JSON.stringify(dsn)},\n  tunnel: '${tunnelPath}',\n});`,
    },
  ];
}
