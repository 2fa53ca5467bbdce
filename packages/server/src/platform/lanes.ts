/**
 * A lane is the queue of one project: its ID is the project's. A position names the journal sequence through which the entries
 * of a lane are applied.
 */
export interface LanePosition {
  /** 0: every lane without a position of its own, as after the upgrade from one position for all. */
  lane: number;
  sequence: number;
}

/** The last sequence of each lane. */
export function lanePositions(records: readonly { projectId: number; sequence: number }[]): LanePosition[] {
  const last = new Map<number, number>();
  for (const { projectId, sequence } of records) last.set(projectId, Math.max(last.get(projectId) ?? 0, sequence));
  return Array.from(last, ([lane, sequence]) => ({ lane, sequence }));
}

export function positionOf(positions: readonly LanePosition[], lane: number): number {
  const of = (id: number) => positions.find((each) => each.lane === id)?.sequence;
  return of(lane) ?? of(0) ?? 0;
}

/**
 * Whether a lane with so many bytes of a limited space leaves room for the others: three times what is free at most. A lane
 * alone fills three quarters, four fill twelve thirteenths, and a lane with few bytes finds room until all is full.
 */
export function leavesRoom(bytesOfLane: number, bytesOfAll: number, bytesMax: number): boolean {
  return bytesOfLane <= 3 * (bytesMax - bytesOfAll);
}

/** The lanes whose ID has the remainder `index` when divided by `count`. */
export interface LaneShare {
  index: number;
  count: number;
}

export function isInShare(lane: number, { index, count }: LaneShare): boolean {
  // A damaged entry may name a project below zero.
  return Math.abs(lane) % count === index;
}
