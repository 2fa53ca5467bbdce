/** The visible part of the time, in microseconds from the start of the trace. */
export interface Zoom {
  fromUs: number;
  toUs: number;
}

export const percentOf = (us: number, { fromUs, toUs }: Zoom): number =>
  (100 * (us - fromUs)) / Math.max(1, toUs - fromUs);
