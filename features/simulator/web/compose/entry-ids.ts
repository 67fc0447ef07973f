/** Which entry of a map is which, whatever its key and place are: boxes keep the cursor while a key is changed. */
export interface EntryIds {
  byKey: ReadonlyMap<string, string>
  count: number
}

export const NO_IDS: EntryIds = { byKey: new Map(), count: 0 }

export function idOfEntry({ byKey }: EntryIds, key: string): string {
  return byKey.get(key) ?? `key ${key}`
}

export function withRenamed(ids: EntryIds, from: string, to: string): EntryIds {
  const byKey = new Map(ids.byKey)
  byKey.delete(from)
  return { ...ids, byKey: byKey.set(to, idOfEntry(ids, from)) }
}

/** An entry that takes a key which another one began with is not that one. */
export function withAdded({ byKey, count }: EntryIds, key: string): EntryIds {
  return { byKey: new Map(byKey).set(key, `entry ${count}`), count: count + 1 }
}
