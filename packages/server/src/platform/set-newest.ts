/** Sets a value as the newest of the map. Above `countMax`, the oldest is removed. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, countMax: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > countMax) map.delete(map.keys().next().value!);
}
