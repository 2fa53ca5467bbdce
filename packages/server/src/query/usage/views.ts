/** Bytes of reports, inflated, by UTC day. */
export interface DayUsageView {
  /** `null`: no limit. */
  bytesPerDay: number | null;
  bytesToday: number;
  /** Of the last 30 days. */
  busiestDayBytes: number;
}
