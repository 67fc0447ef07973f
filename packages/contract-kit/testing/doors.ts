/**
 * Doors of the product that the running test went through: a call by its method and path (`POST /adjust/get`),
 * a live channel (`live clock`), a screen that was drawn (`screen`), an address a browser shows (`page /index`).
 * A requirement's number in a title counts only with one (docs/spec/requirements.md).
 */
interface Doors {
  opened: Set<string>
  /** What stands open for longer than one test: pages of a browser. */
  standing: Set<() => string | null>
}

const KEY = Symbol.for('quarterdeck.doors')
const shared = globalThis as { [KEY]?: Doors }
// On the global object: a test and its helpers may have loaded this file twice.
const doors: Doors = (shared[KEY] ??= { opened: new Set(), standing: new Set() })

/** Test helpers that speak to the product tell it here. */
export function noteDoor(door: string): void {
  doors.opened.add(door)
}

/** Asked at the end of each test until taken back; null when it shows nothing. */
export function noteStandingDoor(read: () => string | null): () => void {
  doors.standing.add(read)
  return () => doors.standing.delete(read)
}

/** Doors since the last look, in order of names. */
export function takeDoors(): string[] {
  for (const read of doors.standing) {
    const door = read()
    if (door !== null) doors.opened.add(door)
  }
  const taken = [...doors.opened].toSorted()
  doors.opened.clear()
  return taken
}
