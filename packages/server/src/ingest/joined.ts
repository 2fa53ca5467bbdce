/** Chunks are slices of buffers that the socket reuses the rest of: what is kept must stand alone. */
export function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
