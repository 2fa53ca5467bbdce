import { isFields, limits, Notes, FieldLocation, readLooseText } from '@seismo/protocol';
import type { EventPayload, Fields, Json } from '@seismo/protocol';
import { end, type Ended, type Item } from '#pipeline/steps.ts';

/** Fields of `contexts.feedback` that later steps read, with their lengths. */
const texts = {
  message: limits.FEEDBACK_MESSAGE_CHARS_MAX,
  name: limits.USER_FIELD_CHARS_MAX,
  contact_email: limits.USER_FIELD_CHARS_MAX,
  url: limits.PATH_CHARS_MAX,
  source: limits.SHORT_NAME_CHARS_MAX,
  associated_event_id: limits.SHORT_NAME_CHARS_MAX,
  replay_id: limits.SHORT_NAME_CHARS_MAX,
} as const;

/** Reads the message, which may be longer than other texts of a context. Feedback without a message is refused. */
export const readFeedback = <Work extends Item & { raw: object; payload: EventPayload }>(work: Work): Work | Ended => {
  const { payload } = work;
  const given = contextOf(work.raw);
  const place = new FieldLocation(new Notes(payload._meta)).at('contexts').at('feedback');
  const feedback: Record<string, Json> = {};
  for (const [key, charsMax] of Object.entries(texts)) {
    const text = readLooseText(given, key, place, charsMax)?.trim();
    if (text) feedback[key] = text;
  }
  if (!feedback['message']) return end('invalid', 'no-message');
  payload.contexts['feedback'] = feedback;
  return work;
};

/** Where SDKs put it, version 7 included. */
function contextOf(raw: unknown): Fields {
  const { contexts } = raw as Fields;
  const feedback = isFields(contexts) && Object.hasOwn(contexts, 'feedback') ? contexts['feedback'] : undefined;
  return isFields(feedback) ? feedback : {};
}
