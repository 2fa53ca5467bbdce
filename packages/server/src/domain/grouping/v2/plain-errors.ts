import { typeOf, type Link } from '../v1/chain.ts';
import { readMessage } from '../v1/message.ts';

/** Types that a language gives to any error created from text: only the text distinguishes them. */
const plain: ReadonlySet<string> = new Set([
  '*errors.errorString',
  '*errors.joinError',
  '*fmt.wrapError',
  '*fmt.wrapErrors',
  '*errors.fundamental',
  '*errors.withMessage',
  '*errors.withStack',
  '*xerrors.errorString',
  '*xerrors.wrapError',
]);

/**
 * What an error of a plain type says by itself, without its variable parts; `null` for types with a name. What it only
 * repeats of the error that it wraps (`checkout: unknown shelf`) counts there.
 */
export function ownMessage({ value, children }: Link): string | null {
  if (!plain.has(typeOf(value))) return null;
  const text = value.value ?? '';
  // A joined error says what its members say, one a line.
  if (children.length > 1) return '';
  const wrapped = children[0]?.value.value ?? '';
  return readMessage(wrapped !== '' && text.endsWith(wrapped) ? text.slice(0, -wrapped.length) : text);
}
