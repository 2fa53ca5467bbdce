import * as all from './all.ts';
import type { Query } from './query.ts';

export type QueryName = keyof typeof all;

export type QueryParams = {
  [Name in QueryName]: (typeof all)[Name] extends Query<infer Params, object> ? Params : never;
};
export type QueryRows = { [Name in QueryName]: (typeof all)[Name] extends Query<never, infer Row> ? Row : never };

export const queries: { readonly [Name in QueryName]: Query<QueryParams[Name], QueryRows[Name]> } = all;
export const queryNames = Object.keys(queries) as QueryName[];
