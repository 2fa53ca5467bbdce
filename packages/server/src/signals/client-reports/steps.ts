import { stepsFrom, type Item } from '#pipeline/steps.ts';
import { limitSize } from '../common/limit-size.ts';
import { parse } from '../common/parse.ts';
import { readClientReport, type ClientDiscard } from './rows.ts';

const noteClientReport = ({ raw }: { raw: object }): ClientDiscard[] => readClientReport(raw);

export const clientReportSteps = stepsFrom<Item>().step({ limitSize }).step({ parse }).step({ noteClientReport });
