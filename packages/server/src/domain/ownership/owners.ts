import { limits, type EventPayload, type Frame } from '@seismo/protocol';
import { compileGlob, globSteps, type Glob } from '../glob/glob.ts';
import { Work } from '../glob/work.ts';
import { barePath } from './bare-path.ts';
import { parseOwnership, type OwnershipRule } from './rules.ts';

/** Returns the rule that applies to an event: the last matching one, as in CODEOWNERS. */
export type Ownership = (event: EventPayload) => OwnershipRule | null;

export function compileOwnership(text: string): Ownership | null {
  const rules = parseOwnership(text).rules.map((rule) => ({ rule, glob: compileGlob(rule.pattern) }));
  if (rules.length === 0) return null;
  return (event) => {
    const work = new Work();
    const texts = new Map<OwnershipRule['type'], string[]>();
    for (const { rule, glob } of rules.toReversed()) {
      const these = texts.get(rule.type) ?? textsOf(event, rule.type);
      texts.set(rule.type, these);
      for (const text of these) {
        // A pattern that takes too long to match has no owner.
        if (!work.spend(globSteps(text, rule.pattern, {}))) return null;
        if (fits(glob, text)) return rule;
      }
    }
    return null;
  };
}

function fits(glob: Glob, text: string): boolean {
  return text !== '' && glob(text);
}

function textsOf(event: EventPayload, type: OwnershipRule['type']): string[] {
  if (type === 'url') return [event.request?.url ?? '', event.tags['url'] ?? ''];
  if (type.startsWith('tags.')) {
    const key = type.slice('tags.'.length);
    return Object.hasOwn(event.tags, key) ? [event.tags[key]!] : [];
  }
  const frames = ownFrames(event);
  if (type === 'module') return distinct(frames.map(({ module }) => module ?? ''));
  return distinct(
    frames.flatMap(({ filename = '', abs_path: path = '' }) => [filename, path, barePath(filename), barePath(path)]),
  );
}

/** In-app frames or, where they are unknown, all frames. */
function ownFrames({ exception }: EventPayload): Frame[] {
  const frames = (exception?.values ?? []).flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  const own = frames.filter((frame) => frame.in_app);
  return (own.length > 0 ? own : frames).slice(-limits.FRAME_COUNT_MAX);
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
