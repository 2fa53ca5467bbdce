import { cursor, list, optionalRange, text, urlState, type RawParams } from '#explorer/url-state.ts';

const state = urlState({ query: text('query'), environments: list('environment'), range: optionalRange, cursor });

/** The state of the list of an issue’s events. */
export type EventsUrlState = ReturnType<typeof readEventsUrlState>;
export const readEventsUrlState = (params: RawParams) => ({ ...state.read(params), count: 50 });
export const eventsHref = (shortId: string, urlState: Partial<EventsUrlState>) =>
  state.href(`/issues/${encodeURIComponent(shortId)}/events`, urlState);
