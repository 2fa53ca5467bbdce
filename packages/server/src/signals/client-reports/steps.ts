import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { limitSize } from '../common/limit-size.ts';
import { parse } from '../common/parse.ts';
import { noteClientReport } from './steps/note-client-report.ts';

export const clientReportSteps = stepsFrom<Item>().step({ limitSize }).step({ parse }).step({ noteClientReport });
