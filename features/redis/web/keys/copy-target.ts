import { z } from '@qd/contract-kit'
import type { KeyAction, KeySelection, RedisBytes, RedisConnection } from '../../contract/index.ts'
import { sameBytes } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

export type CopyKind = 'copy' | 'move' | 'duplicate'
export const CONFLICTS = ['skip', 'replace', 'fail'] as const

/** What a copy asks for: where to, under what names, and what happens to keys that are there. */
export const copyFields = {
  connectionId: z.string().check(z.minLength(1)),
  db: z.int().check(z.gte(0), z.lte(65_535)),
  /** The name of one copy, the prefix in place of the folder's, or one before the names. */
  name: z.string().check(z.maxLength(10_000)),
  conflict: z.enum(CONFLICTS),
}
export type CopyWanted = z.output<z.ZodMiniObject<typeof copyFields>>

/** The one key it is about; null: several, or a folder. */
export function onlyKey(selection: KeySelection): RedisBytes | null {
  return selection.kind === 'keys' && selection.keys.length === 1 ? (selection.keys[0] ?? null) : null
}

/** What stands in the field of the name at first; bytes that are no text cannot be typed. */
function nameBefore(selection: KeySelection): string {
  const name = selection.kind === 'prefix' ? selection.prefix : onlyKey(selection)
  return typeof name === 'string' ? name : ''
}

/** `game:` as `game-copy:`, `mail` as `mail-copy`. */
function besides(name: string, separators: readonly string[]): string {
  const end = separators.find((each) => each !== '' && name.endsWith(each)) ?? ''
  return `${name.slice(0, name.length - end.length)}-copy${end}`
}

/** Copies go to their own connection at first, or to the only one that may be written to; where keys move to is asked. */
function firstTarget(own: string, targets: readonly RedisConnection[], kind: CopyKind): string {
  if (kind === 'move') return ''
  if (targets.some(({ id }) => id === own)) return own
  return targets.length === 1 ? targets[0]!.id : ''
}

export function copyInitial(
  { connection, db }: OpenDatabase,
  { selection, targets }: { selection: KeySelection; targets: readonly RedisConnection[] },
  kind: CopyKind,
): CopyWanted {
  const before = nameBefore(selection)
  return {
    connectionId: firstTarget(connection.id, targets, kind),
    db,
    name: kind === 'duplicate' ? besides(before, connection.separators) : before,
    conflict: 'skip',
  }
}

/** Connections keys may be written to. */
export const targetsOf = (connections: readonly RedisConnection[]): readonly RedisConnection[] =>
  connections.filter(({ mayEdit, readOnly }) => mayEdit && !readOnly)

export function copyAction(
  kind: 'copy' | 'move',
  wanted: CopyWanted,
  { selection, targets }: { selection: KeySelection; targets: readonly RedisConnection[] },
): KeyAction {
  const { connectionId, db, name, conflict } = wanted
  const lineId = targets.find(({ id }) => id === connectionId)?.lineId ?? ''
  const base = { kind, to: { lineId, connectionId, db }, conflict } as const
  const key = onlyKey(selection)
  // Left empty, bytes that are no text keep their name.
  if (key !== null) return name === '' || sameBytes(key, name) ? base : { ...base, name }
  const isSame = selection.kind === 'prefix' ? sameBytes(selection.prefix, name) : name === ''
  const isKept = selection.kind === 'prefix' && typeof selection.prefix !== 'string' && name === ''
  return isSame || isKept ? base : { ...base, prefix: name }
}
