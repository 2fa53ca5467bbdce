import { filterSender as dispositionOf } from '#domain/filters/filters.ts';
import type { Step } from '#pipeline/work.ts';

/** Ends the feedback of those whom the project does not want to hear from. */
export const filterSender: Step = ({ payload, origin, rules }) => dispositionOf(payload!, origin, rules.filters);
