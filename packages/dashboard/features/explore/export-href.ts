import { exploreHref, explorePath, type ExploreState } from './search-params.ts';

/** The table from its first row, below `/exports`. */
export const exportHref = (state: ExploreState): string =>
  exploreHref({ ...state, cursor: null }).replace(explorePath, '/explore');
