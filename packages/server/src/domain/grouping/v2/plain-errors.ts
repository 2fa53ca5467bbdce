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
 * The message of an error of a plain type, without its variable parts; `null` for specific types. Text repeated from
 * the wrapped error (`checkout: unknown shelf`) counts there.
 */
export function ownMessage({ value, children }: Link): string | null {
  if (!plain.has(typeOf(value))) return null;
  const text = value.value ?? '';
  // The message of a joined error lists those of its members, one per line.
  if (children.length > 1) return '';
  const wrapped = children[0]?.value.value ?? '';
  return readMessage(wrapped !== '' && text.endsWith(wrapped) ? text.slice(0, -wrapped.length) : text);
}
