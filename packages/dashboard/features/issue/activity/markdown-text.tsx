import { Marked, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { mentionExtensions } from './mention-tokens.ts';

/** Deeper than this, quotes and lists stay as they were written. */
const DEPTH_MAX = 8;

interface Props {
  text: string;
  /** The names that it mentions, in any case. They are highlighted after an `@`, except in code. */
  mentions?: readonly string[] | undefined;
}

/**
 * GitHub's Markdown. The library parses it, and elements are built here, never from HTML: everything else, such as
 * tags, stays text, and links open only the web or email.
 */
export function MarkdownText({ text, mentions = [] }: Props) {
  return (
    <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">{blocks(read(text, mentions), text, DEPTH_MAX)}</div>
  );
}

/** `null` if it nests deeper than the reader can follow. */
function read(text: string, mentions: readonly string[]): Token[] | null {
  try {
    return new Marked({ gfm: true, breaks: true, extensions: mentionExtensions(mentions) }).lexer(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function blocks(tokens: Token[] | null, raw: string, depth: number): ReactNode {
  if (tokens === null || depth === 0) return <p className="whitespace-pre-line">{raw}</p>;
  return tokens.map((token, index) => <Fragment key={index}>{block(token, depth - 1)}</Fragment>);
}

function block(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr className="border-line" />;
    case 'code':
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-sunken p-2 text-12">
          {(token as Tokens.Code).text}
        </pre>
      );
    case 'heading':
      return <p className="font-semibold">{inline(token.tokens, token.raw, depth)}</p>;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-2 text-muted">
          {blocks(token.tokens ?? [], token.raw, depth)}
        </blockquote>
      );
    case 'list':
      return <List of={token as Tokens.List} depth={depth} />;
    case 'table':
      return <Table of={token as Tokens.Table} depth={depth} />;
    case 'paragraph':
    case 'text':
      return <p className="whitespace-pre-line">{inline(token.tokens, token.raw, depth)}</p>;
    default:
      return <p className="whitespace-pre-line">{token.raw}</p>;
  }
}

function List({ of: list, depth }: { of: Tokens.List; depth: number }) {
  const items = list.items.map((item, index) => (
    <li key={index}>
      {item.task ? <span>{item.checked ? '☑ ' : '☐ '}</span> : null}
      {item.tokens.map((token, at) => (
        <Fragment key={at}>
          {token.type === 'text'
            ? inline(token.tokens, token.raw, depth)
            : token.type === 'checkbox'
              ? null
              : block(token, depth)}
        </Fragment>
      ))}
    </li>
  ));
  return list.ordered ? (
    <ol start={Number(list.start) || 1} className="list-decimal pl-5">
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-4">{items}</ul>
  );
}

function Table({ of: { header, rows }, depth }: { of: Tokens.Table; depth: number }) {
  return (
    <div tabIndex={0} role="group" aria-label="Table" className="overflow-x-auto">
      <table className="text-12">
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} className="border-b border-line px-2 py-1 text-left font-medium">
                {inline(cell.tokens, cell.text, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at} className="border-b border-line px-2 py-1">
                  {inline(cell.tokens, cell.text, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[] | undefined, raw: string, depth: number): ReactNode {
  if (!tokens || depth === 0) return raw;
  return tokens.map((token, index) => <Fragment key={index}>{phrase(token, depth - 1)}</Fragment>);
}

function phrase(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text;
    case 'codespan':
      return <code className="rounded-sm bg-sunken px-1 text-12">{(token as Tokens.Codespan).text}</code>;
    case 'mention':
      return <span className="rounded-sm bg-accent-wash px-0.5 font-medium text-accent">{token.raw}</span>;
    case 'br':
      return <br />;
    case 'strong':
      return <strong>{inline(token.tokens, token.raw, depth)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, token.raw, depth)}</em>;
    case 'del':
      return <del>{inline(token.tokens, token.raw, depth)}</del>;
    // Images become links, so that a comment cannot make the browser load external content.
    case 'image':
    case 'link': {
      const href = safeHref((token as Tokens.Link).href);
      if (href === null) return token.raw;
      return (
        <a href={href} rel="noopener noreferrer nofollow" target="_blank" className="text-accent underline">
          {token.type === 'image' ? (token as Tokens.Image).text || href : inline(token.tokens, token.raw, depth)}
        </a>
      );
    }
    default:
      return token.raw;
  }
}

const protocols = new Set(['http:', 'https:', 'mailto:']);

/** Absolute URLs only, as parsed by `URL`, because text can disguise a scheme. */
function safeHref(href: string): string | null {
  const url = URL.parse(href);
  return url && protocols.has(url.protocol) ? url.href : null;
}
