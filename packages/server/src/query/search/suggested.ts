import { printValue } from '#domain/search/print.ts';
import type { SearchSuggestion } from './views.ts';

/** `noun`: what is searched. */
export const suggestedWords = (noun: string): SearchSuggestion[] => [
  { kind: 'operator', insert: 'OR ', label: 'OR', about: 'Either term matches', events: null },
  { kind: 'operator', insert: 'AND ', label: 'AND', about: 'Both terms match', events: null },
  { kind: 'operator', insert: 'NOT ', label: 'NOT', about: 'Excludes the next term', events: null },
  { kind: 'operator', insert: 'has:', label: 'has', about: `The ${noun} has this field`, events: null },
];

export function suggestedValue(text: string, about = '', events: number | null = null): SearchSuggestion {
  return { kind: 'value', insert: printValue({ pieces: [text] }), label: text, about, events };
}

export const suggestedTimes: [string, string][] = [
  ['-1h', 'In the last hour'],
  ['-24h', 'In the last 24 hours'],
  ['-7d', 'In the last 7 days'],
  ['+7d', 'More than 7 days ago'],
  ['+30d', 'More than 30 days ago'],
];

/** By the beginning of the whole or of a part: `name` finds `browser.name`. */
export function begins(typed: string): (text: string) => boolean {
  const lower = typed.toLowerCase();
  return (text) => {
    const whole = text.toLowerCase();
    return whole.startsWith(lower) || whole.split(/[._-]/).some((part) => part.startsWith(lower));
  };
}

export function contains(typed: string): (text: string) => boolean {
  const lower = typed.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}
