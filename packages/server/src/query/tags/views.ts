export interface TagView {
  key: string;
  events: number;
  distinctValues: number;
  values: { value: string; events: number }[];
}

/** Tags of an issue's events in a range, beside those of its whole project. */
export interface TagRates {
  events: number;
  projectEvents: number;
  tags: {
    key: string;
    distinctValues: number;
    values: { value: string; events: number; projectEvents: number }[];
  }[];
  overRepresented: OverRepresented[];
}

/** A value that the events have more often than chance would have it. Shares are between 0 and 1. */
export interface OverRepresented {
  key: string;
  value: string;
  events: number;
  share: number;
  projectShare: number;
}
