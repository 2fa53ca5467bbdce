import { end, stepsFrom, type Ended, type Item } from '#pipeline/steps.ts';
import type { AttachmentRow } from '#store/telemetry/contract.ts';
import { limitSize } from '../common/limit-size.ts';
import { attachmentRow } from './rows.ts';

export interface Attachment {
  row: AttachmentRow;
  payload: Uint8Array;
}

/** An attachment belongs to the event that its envelope names. */
const joinEvent = ({ item, origin }: Item): Attachment | Ended =>
  origin.eventId
    ? { payload: item.payload, row: attachmentRow(item, origin, origin.eventId) }
    : end('invalid', 'no-event');

export const attachmentSteps = stepsFrom<Item>().step({ limitSize }).step({ joinEvent });
