import { readJson } from '@qd/json-text'
import type { PlayerData } from '@qd/protocol-model'

/** A snapshot as it was saved here as a file. */
export interface SnapshotFile {
  game: string
  name: string
  md5: string
  data: PlayerData
}

const LIMITS = { maxDepth: 60, maxValues: 1_000_000 }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the file of a snapshot; null: it is none. */
export function readSnapshotFile(text: string): SnapshotFile | null {
  const read = readJson(text.startsWith('\uFEFF') ? text.slice(1) : text, LIMITS)
  if (!read.ok || !isObject(read.value)) return null
  const { format, game, name, md5, data } = read.value
  if (format !== 'quarterdeck-snapshot' || !isObject(data) || !Object.values(data).every(isObject))
    return null
  if (typeof game !== 'string' || typeof name !== 'string' || typeof md5 !== 'string') return null
  return { game, name, md5, data: data as PlayerData }
}
