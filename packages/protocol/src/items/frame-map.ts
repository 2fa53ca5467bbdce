import type { Frame } from './event.ts';

/**
 * What a source map made of a frame, or why none did. A frame without it needed no map: native code, a browser
 * extension, or a file whose source the client sent along.
 */
export type FrameMap = MappedFrame | UnmappedFrame;

export interface MappedFrame {
  state: 'mapped';
  /** How the map was found; `inline` is one that an uploaded file carries in itself. */
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
  /** What the sentence of `mapFaults` speaks of: the debug id, the closest candidate, the limit. */
  detail: Record<string, string | number | string[]>;
}

/** Every reason for a frame that is not the author's own line: what it means and what to do. */
export const mappingErrors = {
  'no-debug-id': {
    title: 'No debug id',
    means: 'The file carries no debug id, and nothing was uploaded for the release of this event.',
    todo: 'Inject debug ids and upload the build: `sentry-cli sourcemaps inject ./dist`, then `sentry-cli sourcemaps upload ./dist`, or use the plugin of your bundler. Deploy the files that were injected, not those from before.',
  },
  'no-artifact-with-debug-id': {
    title: 'Debug id unknown',
    means: 'The file has a debug id, but no upload of this project holds it.',
    todo: 'Upload the files of the very build that is deployed. A second build gets new ids: upload and deploy must come from one build, and to this project.',
  },
  'release-differs': {
    title: 'Release differs',
    means: 'The file has no debug id, and there are uploads for other releases but none for the release of this event.',
    todo: 'Give `release` in `Sentry.init` the name that you upload under, or inject debug ids, which need no release.',
  },
  'dist-differs': {
    title: 'Dist differs',
    means: 'The release has an upload with this URL, but under another `dist`.',
    todo: 'Give `dist` in `Sentry.init` and `--dist` of the upload the same value, or leave both out.',
  },
  'url-mismatch': {
    title: 'URL mismatch',
    means: 'The release has uploads, but none under the URL of this file.',
    todo: 'Upload with the `--url-prefix` under which the files are served, so that `~` and the path add up to the URL without its host; or inject debug ids, which need no URL.',
  },
  'no-map-for-source': {
    title: 'Map missing',
    means: 'The file was uploaded, but not the map that belongs to it.',
    todo: 'Let the bundler write source maps (`sourcemap: true` or `hidden`), and upload the `.map` files together with the scripts.',
  },
  'position-missing': {
    title: 'Position not in the map',
    means: 'The map was found, but it has nothing for this line and column.',
    todo: 'Make sure that nothing changes the file after the map was made (a banner, a second minifier, a proxy), and that the map is of the same build.',
  },
  'source-content-missing': {
    title: 'Source text missing',
    means: 'The place is known, but the map does not hold the text of the source, so there are no lines to show.',
    todo: 'Let the bundler write `sourcesContent` into the map, or let sentry-cli put it in: it does so unless `--no-rewrite` is given.',
  },
  'map-too-large': {
    title: 'Map too large',
    means: 'The map is larger than is read, or the event needs more of them than are read for one event.',
    todo: 'Split the bundle into smaller chunks, or leave the largest libraries out of the map.',
  },
  'map-malformed': {
    title: 'Map cannot be read',
    means: 'The map was found, but it is not a source map of version 3, or its mappings are damaged.',
    todo: 'Look at the file that was uploaded: often it is an HTML page of an error, a cut-off download, or the output of a tool that broke it.',
  },
  'map-gone': {
    title: 'Upload no longer kept',
    means: 'The upload is known, but its file is no longer kept.',
    todo: 'Upload the build again.',
  },
  'no-position': {
    title: 'No line or column',
    means: 'The client named the file but not the line and column, and a minified file needs both.',
    todo: 'Nothing for this event. Some browsers leave positions out for scripts of other origins: serve them with CORS headers and `crossorigin="anonymous"`.',
  },
} as const satisfies Record<string, { title: string; means: string; todo: string }>;

export type MappingErrorCode = keyof typeof mappingErrors;
