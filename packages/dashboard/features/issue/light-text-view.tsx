import type { ReactNode } from 'react';
import { readLightText, type Inline } from './light-text.ts';

/** A comment as it is shown. */
export function LightText({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
      {readLightText(text).map((block, index) => {
        switch (block.kind) {
          case 'code':
            return (
              <pre key={index} tabIndex={0} className="overflow-x-auto rounded-sm bg-sunken p-2 text-12">
                {block.text}
              </pre>
            );
          case 'list':
            return (
              <ul key={index} className="list-disc pl-4">
                {block.items.map((item, at) => (
                  <li key={at}>{inline(item)}</li>
                ))}
              </ul>
            );
          case 'quote':
            return (
              <blockquote key={index} className="border-l-2 border-line-strong pl-2 whitespace-pre-line text-muted">
                {inline(block.of)}
              </blockquote>
            );
          case 'paragraph':
            return (
              <p key={index} className="whitespace-pre-line">
                {inline(block.of)}
              </p>
            );
        }
      })}
    </div>
  );
}

function inline(parts: Inline[]): ReactNode {
  return parts.map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'code':
        return (
          <code key={index} className="rounded-sm bg-sunken px-1 text-12">
            {part.text}
          </code>
        );
      case 'strong':
        return <strong key={index}>{inline(part.of)}</strong>;
      case 'em':
        return <em key={index}>{inline(part.of)}</em>;
      case 'link':
        return (
          <a key={index} href={part.href} rel="noreferrer nofollow" target="_blank" className="text-accent underline">
            {part.text}
          </a>
        );
    }
  });
}
