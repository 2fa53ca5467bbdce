import type { Json } from '@seismo/protocol';

/** Any value of an event as readable, selectable text. */
export function Value({ value }: { value: Json }) {
  if (typeof value === 'string')
    return value === '' ? (
      <span className="text-faint">empty</span>
    ) : (
      <span className="whitespace-pre-wrap">{value}</span>
    );
  if (value === null || typeof value !== 'object') return <code className="text-12">{String(value)}</code>;
  const text = JSON.stringify(value, null, 2);
  return (
    <code tabIndex={0} className="block max-h-64 overflow-auto text-12 whitespace-pre-wrap">
      {text}
    </code>
  );
}
