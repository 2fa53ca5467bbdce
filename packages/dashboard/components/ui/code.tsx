import { CopyButton } from './copy-button.tsx';

/** A block of code to copy. Scrolls within itself, reachable by keyboard. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <pre tabIndex={0} role="group" aria-label={label} className="overflow-x-auto p-3 pr-12 text-13">
        <code>{text}</code>
      </pre>
    </div>
  );
}
