import { isFields, limits, Notes, Place, readLooseText } from '@seismo/protocol';
import type { Fields, Json } from '@seismo/protocol';
import type { Step } from '#pipeline/work.ts';

/** What a visitor says and who says it, as the steps after this one find it in `contexts.feedback`. */
const texts = {
  message: limits.FEEDBACK_MESSAGE_CHARS_MAX,
  name: limits.USER_FIELD_CHARS_MAX,
  contact_email: limits.USER_FIELD_CHARS_MAX,
  url: limits.PATH_CHARS_MAX,
  source: limits.SHORT_NAME_CHARS_MAX,
  associated_event_id: limits.SHORT_NAME_CHARS_MAX,
  replay_id: limits.SHORT_NAME_CHARS_MAX,
} as const;

/** Reads the message at the length that it may have, which is more than a text of a context. Without one there is nothing to keep. */
export const readFeedback: Step = (work) => {
  const payload = work.payload!;
  const given = contextOf(work.raw);
  const place = new Place(new Notes(payload._meta)).at('contexts').at('feedback');
  const feedback: Record<string, Json> = {};
  for (const [key, charsMax] of Object.entries(texts)) {
    const text = readLooseText(given, key, place, charsMax)?.trim();
    if (text) feedback[key] = text;
  }
  if (!feedback['message']) return { outcome: 'invalid', reason: 'no-message' };
  payload.contexts['feedback'] = feedback;
  return null;
};

/** SDKs 7 wrote it to `contexts.feedback` as well; whatever else calls itself a feedback may say it as a message. */
function contextOf(raw: unknown): Fields {
  const { contexts } = raw as Fields;
  const feedback = isFields(contexts) && Object.hasOwn(contexts, 'feedback') ? contexts['feedback'] : undefined;
  return isFields(feedback) ? feedback : {};
}
