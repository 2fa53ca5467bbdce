import type { EventPayload } from '@seismo/protocol';
import type { SearchText } from '#store/state/contract.ts';
import { searchTextsOf } from '../search-texts.ts';
import type { EventItem } from '../event-item.ts';

export const collectTexts = <Work extends EventItem & { payload: EventPayload }>(
  work: Work,
): Work & { searchTexts: SearchText[] } =>
  Object.assign(work, { searchTexts: work.texts.of(searchTextsOf(work.payload)) });
