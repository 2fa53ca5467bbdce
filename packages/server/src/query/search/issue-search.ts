import { levels, type Level } from '@seismo/protocol';
import type { IssueStatus } from '#store/state/contract.ts';
import type { NamePattern } from './name-pattern.ts';
import { parseSearch } from './parse.ts';
import { UnreadableSearch, type FilterTerm, type SearchProblem } from './syntax.ts';

/** What a search means for a list of issues. Everything must hold; empty `status` or `levels` means that nothing can. */
export interface IssueSearch {
  status: IssueStatus[];
  levels: Level[];
  /** Allowed values of "handled": both, one, or, of a search that contradicts itself, none. */
  handled: boolean[];
  environments: NamePattern[];
  releases: NamePattern[];
  projects: NamePattern[];
  firstReleases: string[];
  words: string[];
  withoutWords: string[];
}

/** What a list shows when nobody has searched yet. */
export const defaultSearch = 'is:unresolved';

const allStatus: readonly IssueStatus[] = ['unresolved', 'resolved', 'ignored'];

/** Each key narrows the search by one term. Keys have Sentry's names. */
const narrow: Record<string, (search: IssueSearch, term: FilterTerm) => void> = {
  is(search, term) {
    const words = known(term, [...allStatus, 'handled', 'unhandled'] as const);
    const status = words.filter((word) => word !== 'handled' && word !== 'unhandled');
    if (status.length === words.length) {
      search.status = keep(search.status, status, term.negated);
    } else if (words.length === 1) {
      search.handled = keep(search.handled, [words[0] === 'handled'], term.negated);
    } else {
      throw new UnreadableSearch(term.offset, 'Write "is:handled" and "is:unhandled" as terms of their own.');
    }
  },
  level(search, term) {
    search.levels = keep(search.levels, known(term, levels), term.negated);
  },
  environment(search, { negated, values }) {
    search.environments.push({ negated, patterns: values });
  },
  release(search, { negated, values }) {
    search.releases.push({ negated, patterns: values });
  },
  project(search, { negated, values }) {
    search.projects.push({ negated, patterns: values });
  },
  firstRelease(search, { negated, values, offset }) {
    if (negated || values.length > 1 || values[0]!.includes('*')) {
      throw new UnreadableSearch(offset, '"firstRelease:" takes one whole release, such as firstRelease:1.4.2.');
    }
    search.firstReleases.push(values[0]!);
  },
};

const issueSearchKeys = Object.keys(narrow);

export function readIssueSearch(text: string): IssueSearch | { problem: SearchProblem } {
  const search: IssueSearch = {
    status: [...allStatus],
    levels: [...levels],
    handled: [true, false],
    environments: [],
    releases: [],
    projects: [],
    firstReleases: [],
    words: [],
    withoutWords: [],
  };
  try {
    for (const term of parseSearch(text, issueSearchKeys).terms) {
      if (term.kind === 'text') (term.negated ? search.withoutWords : search.words).push(term.text);
      else if (Object.hasOwn(narrow, term.key)) narrow[term.key]!(search, term);
      else throw unknownKey(term);
    }
    return search;
  } catch (error) {
    if (error instanceof UnreadableSearch) return { problem: error.problem };
    throw error;
  }
}

function unknownKey({ key, offset, negated }: FilterTerm): UnreadableSearch {
  const names = issueSearchKeys.map((name) => `${name}:`).join(', ');
  return new UnreadableSearch(
    offset + (negated ? 1 : 0),
    `There is no key "${key}:". The keys are ${names}. To look for the text itself, put it in quotes.`,
  );
}

function known<T extends string>({ key, values, offset }: FilterTerm, allowed: readonly T[]): T[] {
  for (const value of values) {
    if (!(allowed as readonly string[]).includes(value)) {
      throw new UnreadableSearch(offset, `"${key}:" knows ${allowed.join(', ')}; "${value}" is none of them.`);
    }
  }
  return values as T[];
}

function keep<T>(from: readonly T[], these: readonly T[], negated: boolean): T[] {
  return from.filter((one) => these.includes(one) !== negated);
}
