/** The default searches of issues. */
export const defaultTabs: [name: string, query: string][] = [
  ['Unresolved', 'is:unresolved'],
  ['For review', 'is:unresolved is:for_review'],
  ['Mine', 'is:unresolved assigned:me'],
  ['All', ''],
];
