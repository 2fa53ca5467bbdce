export interface BatchTables {
  /** One row. */
  applied: { only: number; sequence: number };
  lane: { id: number; sequence: number };
}
