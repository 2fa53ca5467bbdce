/** The token in a URL: mail programs may encode its colon. */
export function tokenOf(param: string): string {
  try {
    return decodeURIComponent(param);
  } catch {
    return param;
  }
}
