import { searchTextsOf } from '../search-texts.ts';
import type { Step } from '#pipeline/work.ts';

export const collectTexts: Step = (work) => {
  work.texts = searchTextsOf(work.payload!);
  return null;
};
