import type { SavedSearchInput } from '@seismo/server';

type Unnamed<Input> = Input extends unknown ? Omit<Input, 'name' | 'shared'> : never;

/** What a list is searched for: what saving it stores. */
export type CurrentSearch = Unnamed<SavedSearchInput>;
