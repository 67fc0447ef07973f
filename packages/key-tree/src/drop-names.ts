import { FOLDER } from './folder-table.ts'
import type { FolderTable } from './folder-table.ts'
import { NONE } from './name-table.ts'
import { LeafTable } from './leaf-table.ts'

/** Keys of folders by how many each folder has: fewer than 2, 4, 8 ... */
function keysBySize({
  leaves,
  length,
  has,
}: {
  leaves: Uint32Array
  length: number
  has: (folder: number) => boolean
}) {
  const sums = new Float64Array(33)
  for (let folder = 0; folder < length; folder += 1) {
    if (has(folder)) sums[32 - Math.clz32(leaves[folder]!)]! += leaves[folder]!
  }
  return sums
}

/** The size from which on folders have to lose their names so that at most `keep` keys are named. */
function limitSize(sums: Float64Array, keep: number): number {
  let named = 0
  for (const [size, sum] of sums.entries()) {
    named += sum
    if (named > keep) return size === 0 ? 1 : 2 ** (size - 1)
  }
  return Infinity
}

interface Dropping {
  folders: FolderTable
  leaves: LeafTable
  /** Bytes that may be left. */
  room: number
  /** Folders that somebody has just read: they keep this many of their names. */
  kept: ReadonlySet<number>
  keepNames: number
}

/** The names that are left when the largest folders have lost theirs; small ones stay as they are. */
export function dropNames({ folders, leaves, room, kept, keepNames }: Dropping): LeafTable {
  const { names } = leaves
  const bytesEach = leaves.size / Math.max(1, names.length)
  const hasNames = (folder: number) => !folders.has(folder, FOLDER.dropped)
  const sums = keysBySize({ leaves: folders.leaves, length: folders.length, has: hasNames })
  const limit = limitSize(sums, Math.max(0, room - folders.size) / bytesEach)
  for (let folder = 0; folder < folders.length; folder += 1) {
    folders.firstLeaf[folder] = NONE
    if (!hasNames(folder) || folders.leaves[folder]! < limit) continue
    const isKept = kept.has(folder)
    if (isKept && folders.leaves[folder]! <= keepNames) continue
    folders.mark(folder, isKept ? FOLDER.trimmed : FOLDER.dropped)
    folders.version[folder]! += 1
  }
  const left = new LeafTable()
  const named = new Map<number, number>()
  for (let leaf = 0; leaf < names.length; leaf += 1) {
    const folder = names.parents[leaf]!
    if (leaves.isGone(leaf) || folders.has(folder, FOLDER.dropped)) continue
    if (folders.has(folder, FOLDER.trimmed)) {
      const count = named.get(folder) ?? 0
      if (count >= keepNames) continue
      named.set(folder, count + 1)
    }
    const name = { in: names.bytes, from: names.start(leaf), to: names.end(leaf) }
    left.names.find(folder, name.in, name.from, name.to)
    left.add(folders, folder, name)
  }
  return left
}
