export interface LeaseTables {
  /** One row. */
  lease: { only: number; epoch: number; holder: string };
}
