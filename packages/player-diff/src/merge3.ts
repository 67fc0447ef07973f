import { applyEdit, equalValues, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { applyAll } from './apply-all.ts'
import { diffPlayer } from './diff-player.ts'
import { overlaps, placeId } from './place.ts'
import type { Place } from './place.ts'

/** A place both sides changed, each to something else; undefined where nothing stands. */
export interface MergeConflict {
  place: Place
  base: unknown
  mine: unknown
  theirs: unknown
  /** They took away what mine is an edit of: it has no place any more, whatever is preferred. */
  isGone: boolean
}

export interface Merged {
  merged: PlayerData
  conflicts: MergeConflict[]
}

interface Side {
  data: PlayerData
  changes: Change[]
}

function placeOf({ diff, key, path }: Place): Place {
  return key === undefined ? { diff, path } : { diff, key, path }
}

function sideOf(protocol: ProtocolDefinition, base: PlayerData, given: readonly Change[] | PlayerData): Side {
  const data = Array.isArray(given) ? applyAll(protocol, base, given).data : (given as PlayerData)
  // Compared anew, so that a value written whole counts only where it differs.
  return { data, changes: diffPlayer(protocol, base, data) }
}

/** Lists without keys in which one side added or removed: an index there means something else to the other side. */
function restructured(protocol: ProtocolDefinition, base: PlayerData, changes: readonly Change[]): Place[] {
  const lists = new Map<string, Place>()
  for (const change of changes) {
    const located = locateChange(protocol, base, change)
    if (change.op === 'set' || !located.ok || !located.isByPosition) continue
    const list = placeOf({ ...change, path: change.path.slice(0, -1) })
    lists.set(placeId(list), list)
  }
  return [...lists.values()].sort((left, right) => left.path.length - right.path.length)
}

/** The smallest place that can be merged by itself: the list for a change inside a restructured one. */
function unitOf(change: Change, lists: readonly Place[]): Place {
  const list = lists.find((each) => each.path.length <= change.path.length && overlaps(each, change))
  return list ?? placeOf(change)
}

function valueAt(protocol: ProtocolDefinition, data: PlayerData, place: Place): unknown {
  const located = locateChange(protocol, data, { ...place, op: 'set' })
  return located.ok ? located.current : undefined
}

/** Places by module and row, so that a big merge does not compare every place with every other. */
class Places {
  private readonly rows = new Map<string, Map<string, Place>>()

  static rowOf({ diff, key }: Place): string {
    return JSON.stringify([diff, key ?? null])
  }

  add(place: Place): void {
    const row = Places.rowOf(place)
    const places = this.rows.get(row) ?? new Map<string, Place>()
    places.set(placeId(place), place)
    this.rows.set(row, places)
  }

  /** The widest place that contains or lies within the given one, itself included; null when none does. */
  widest(place: Place): Place | null {
    const met = [...(this.rows.get(Places.rowOf(place))?.values() ?? [])].filter((each) =>
      overlaps(each, place),
    )
    if (met.length === 0) return null
    return [place, ...met].reduce((left, right) => (right.path.length < left.path.length ? right : left))
  }
}

/** Rows and elements come and go; a field that is absent has no value. */
function canGo(protocol: ProtocolDefinition, data: PlayerData, place: Place): boolean {
  if (place.path.length === 0) return place.key !== undefined
  const located = locateChange(protocol, data, { ...place, op: 'set' })
  return located.ok && located.isListElement
}

function write(protocol: ProtocolDefinition, data: PlayerData, place: Place, value: unknown): PlayerData {
  const isThere = valueAt(protocol, data, place) !== undefined
  const hasOps = canGo(protocol, data, place)
  if (value === undefined && hasOps && !isThere) return data
  const op = !hasOps ? 'set' : value === undefined ? 'remove' : isThere ? 'set' : 'add'
  const applied = applyEdit(protocol, data, { ...place, op, value: value ?? null })
  return applied.ok ? applied.data : data
}

/** An empty list and none are the same to the game. */
const orNull = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : value)

/**
 * Merges two sets of changes of the same base. What only one side changed is taken over; where both changed a
 * place, or one changed something inside what the other added, removed or rewrote, and the results differ, that
 * is a conflict: it keeps the preferred side's value.
 */
export function merge3(
  protocol: ProtocolDefinition,
  base: PlayerData,
  sides: { mine: readonly Change[]; theirs: readonly Change[] | PlayerData; prefer?: 'mine' | 'theirs' },
): Merged {
  const mine = sideOf(protocol, base, sides.mine)
  const theirs = sideOf(protocol, base, sides.theirs)
  const lists = restructured(protocol, base, [...mine.changes, ...theirs.changes])
  const [mineUnits, theirUnits] = [new Places(), new Places()]
  for (const change of mine.changes) mineUnits.add(unitOf(change, lists))
  for (const change of theirs.changes) theirUnits.add(unitOf(change, lists))

  const contested = new Map<string, Place>()
  const clean = mine.changes.filter((change) => {
    const unit = unitOf(change, lists)
    const met = theirUnits.widest(unit)
    // Mine may be wider than what it met: then all of mine below is one question.
    const place = met === null ? null : (mineUnits.widest(met) ?? met)
    if (place !== null) contested.set(placeId(place), place)
    return place === null
  })

  let { data: merged } = applyAll(protocol, theirs.data, clean)
  const conflicts = [...contested.values()].flatMap((place): MergeConflict[] => {
    const values = {
      base: valueAt(protocol, base, place),
      mine: valueAt(protocol, mine.data, place),
      theirs: valueAt(protocol, theirs.data, place),
    }
    if (equalValues(orNull(values.mine), orNull(values.theirs))) return []
    const isTaken = values.theirs === undefined && values.base !== undefined && values.mine !== undefined
    const isGone = isTaken && canGo(protocol, base, place)
    if (sides.prefer === 'mine' && !isGone) merged = write(protocol, merged, place, values.mine)
    return [{ place: placeOf(place), ...values, isGone }]
  })
  return { merged, conflicts }
}
