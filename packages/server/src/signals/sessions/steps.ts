import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { limitSize } from '../common/limit-size.ts';
import { parse } from '../common/parse.ts';
import { foldSession } from './steps/fold-session.ts';

export const sessionSteps = stepsFrom<Item>()
  .step({ limitSize })
  .step({ parse })
  .step({ correctClock })
  .step({ foldSession });
