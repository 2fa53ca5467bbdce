import type { Frame } from './event.ts';

/**
 * The mapping result of a frame. A frame without it needed no map: native code, a browser extension, or a file whose
 * source the client sent.
 */
export type FrameMap = MappedFrame | UnmappedFrame;

export interface MappedFrame {
  state: 'mapped';
  /** How the map was found; `inline` is in the uploaded file itself. */
  by: 'debug-id' | 'release' | 'inline';
  /** The uploaded map, as its uploader named it. */
  artifact: string;
  /** The frame as the client sent it. */
  generated: GeneratedFrame;
  /** Set when the place is known but its source text is not. */
  lacks?: 'source-content-missing';
}

export type GeneratedFrame = Pick<
  Frame,
  | 'function'
  | 'module'
  | 'filename'
  | 'abs_path'
  | 'lineno'
  | 'colno'
  | 'in_app'
  | 'pre_context'
  | 'context_line'
  | 'post_context'
>;

export interface UnmappedFrame {
  state: 'unmapped';
  why: MappingErrorCode;
  /** The values in the sentence of `mappingErrors`: the debug ID, the closest candidate, the limit. */
  detail: Record<string, string | number | string[]>;
}

/** Every reason for a frame that is not mapped to its source line, with its meaning and fix. */
export const mappingErrors = {
  'no-debug-id': {
    title: 'No debug ID',
    means: "The file has no debug ID, and nothing was uploaded for this event's release.",
    todo: 'Inject debug IDs and upload the build: `sentry-cli sourcemaps inject ./dist`, then `sentry-cli sourcemaps upload ./dist`, or use the plugin for your bundler. Deploy the injected files.',
  },
  'no-artifact-with-debug-id': {
    title: 'Debug ID unknown',
    means: 'The file has a debug ID, but no upload in this project has the same ID.',
    todo: 'Upload the files of the deployed build to this project. Each build gets new IDs, so upload and deploy the same build.',
  },
  'release-differs': {
    title: 'Release differs',
    means: "The file has no debug ID, and the uploads are for other releases than this event's.",
    todo: 'Set `release` in `Sentry.init` to the release of the upload, or inject debug IDs, which need no release.',
  },
  'dist-differs': {
    title: 'Dist differs',
    means: 'The release has an upload with this URL, but with a different `dist`.',
    todo: 'Set `dist` in `Sentry.init` and `--dist` of the upload to the same value, or omit both.',
  },
  'url-mismatch': {
    title: 'URL mismatch',
    means: 'The release has uploads, but none with the URL of this file.',
    todo: 'Set `--url-prefix` of the upload so that the prefix and the path match the URL, with `~` in place of the host. Or inject debug IDs, which need no URL.',
  },
  'no-map-for-source': {
    title: 'Map missing',
    means: 'The file was uploaded without its source map.',
    todo: 'Turn on source maps in the bundler (`sourcemap: true` or `hidden`), and upload the `.map` files together with the scripts.',
  },
  'position-missing': {
    title: 'Position not in the map',
    means: 'The source map has no entry for this line and column.',
    todo: 'Make sure that the map is from the same build, and that nothing changes the file afterward, such as a banner, a second minifier or a proxy.',
  },
  'source-content-missing': {
    title: 'Source text missing',
    means: 'The original position is known, but the source map does not contain the source text.',
    todo: 'Set the bundler to include `sourcesContent`, or upload with sentry-cli without `--no-rewrite`, which adds it.',
  },
  'map-too-large': {
    title: 'Map too large',
    means: 'The source map exceeds the size limit, or the event needs more maps than the limit per event.',
    todo: 'Split the bundle into smaller chunks, or leave the largest libraries out of the map.',
  },
  'map-malformed': {
    title: 'Map cannot be read',
    means: 'The file is not a version 3 source map, or its mappings are damaged.',
    todo: 'Check the uploaded file. Common causes are an HTML error page, an incomplete download, or a tool that damaged the map.',
  },
  'map-gone': {
    title: 'Upload deleted',
    means: 'The file of this upload has been deleted.',
    todo: 'Upload the build again.',
  },
  'no-position': {
    title: 'No line or column',
    means: 'The SDK reported the file without a line and column. A minified file needs both.',
    todo: 'This event cannot be fixed. Some browsers omit positions for cross-origin scripts: serve them with CORS headers and `crossorigin="anonymous"`.',
  },
} as const satisfies Record<string, { title: string; means: string; todo: string }>;

export type MappingErrorCode = keyof typeof mappingErrors;
