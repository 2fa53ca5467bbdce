import { expect, test } from 'vitest';
import { renameFiles } from './frames.ts';

test.each(['.next', './.next/', '/srv/shop/.next', '/srv/shop/.next/'])(
  'files of the build in %s have the name that uploads give them',
  (distDir) => {
    const frame = { filename: 'file:///srv/shop/.next/server/app/page.js', function: 'Page', in_app: false };
    const event = renameFiles({ exception: { values: [{ stacktrace: { frames: [frame] } }] } }, distDir);
    expect(event.exception!.values[0]!.stacktrace!.frames[0]).toMatchObject({
      filename: 'app:///_next/server/app/page.js',
      in_app: true,
    });
  },
);
