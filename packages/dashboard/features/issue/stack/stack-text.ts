import type { Frame } from '@seismo/protocol';
import { functionOf, locationOf } from './frames.ts';

/** The stack as the language prints it, to be pasted into a chat or an editor. */
export function stackText(
  type: string | undefined,
  value: string | undefined,
  frames: readonly Frame[],
  platform: string,
): string {
  const head = [type, value].filter(Boolean).join(': ');
  return platform === 'python'
    ? pythonText(head, frames)
    : [head, ...frames.toReversed().map(lineOf(platform))].join('\n');
}

function lineOf(platform: string): (frame: Frame) => string {
  return (frame) => {
    const name = functionOf(frame, platform);
    const location = locationOf(frame);
    switch (frame.platform ?? platform) {
      case 'java':
      case 'kotlin':
      case 'scala':
        return `\tat ${name}(${location || 'Unknown Source'})`;
      case 'go':
        return `${name}(...)\n\t${location}`;
      case 'ruby':
        return `\tfrom ${location}:in '${name}'`;
      default:
        return `    at ${name}${location === '' ? '' : ` (${location})`}`;
    }
  };
}

/** Python prints the call that failed last, and the error below it. */
function pythonText(head: string, frames: readonly Frame[]): string {
  const lines = frames.flatMap((frame) => {
    const file = frame.abs_path ?? frame.filename ?? frame.module ?? '?';
    const code = frame.context_line?.trim();
    return [
      `  File "${file}", line ${frame.lineno ?? '?'}, in ${frame.function ?? '?'}`,
      ...(code ? [`    ${code}`] : []),
    ];
  });
  return ['Traceback (most recent call last):', ...lines, head].join('\n');
}
