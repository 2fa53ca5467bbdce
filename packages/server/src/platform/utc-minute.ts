/** `2026-11-25 09:30 UTC`. */
export function utcMinute(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
