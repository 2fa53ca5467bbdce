import { CopyButton } from './copy-button.tsx';

/** A block of code to copy. Scrolls within itself, reachable by keyboard. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      <div className="absolute inset-y-0 right-0 flex items-start rounded-r-md bg-sunken px-1.5 pt-1.5">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <pre tabIndex={0} role="group" aria-label={label} className="overflow-x-auto p-3 pr-12 text-13">
        <code>{text}</code>
      </pre>
    </div>
  );
}
