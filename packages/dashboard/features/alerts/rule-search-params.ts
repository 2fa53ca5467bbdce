import { context, text, urlState } from '#explorer/url-state.ts';

const state = urlState({ ...context, query: text('query') });

type NewRuleUrlState = ReturnType<typeof state.read>;
export const readNewRuleUrlState = state.read;

/** A new rule about the issues of a search. */
export const newRuleHref = (urlState: Partial<NewRuleUrlState>) => state.href('/alerts/rules/new', urlState);
export const ruleHref = (id: number) => `/alerts/rules/${id}` as const;
