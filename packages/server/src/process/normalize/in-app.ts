import type { Frame } from '@seismo/protocol';

const FOREIGN_PREFIXES = [
  'node:',
  'internal/',
  'native ',
  'chrome-extension://',
  'moz-extension://',
  'safari-extension://',
  'safari-web-extension://',
  'webkit-masked-url://',
  'webpack/bootstrap',
  'webpack/runtime/',
];
const FOREIGN_PARTS = ['/node_modules/', '\\node_modules\\', 'webpack/bootstrap', 'webpack/runtime', '/turbopack-'];

/** Whether a frame is the customer's own code, when the SDK did not say. Frames without a file belong to the runtime. */
export function isInApp(frame: Frame): boolean {
  const path = frame.abs_path ?? frame.filename ?? '';
  if (path === '' && frame.module === undefined) return false;
  if (path === '<anonymous>' || path === '[native code]' || path === 'native' || frame.function === '[native code]') {
    return false;
  }
  if (path.startsWith('node_modules/')) return false;
  return (
    !FOREIGN_PREFIXES.some((prefix) => path.startsWith(prefix)) && !FOREIGN_PARTS.some((part) => path.includes(part))
  );
}
