import { FOLDER } from './folder-table.ts'
import type { FolderTable } from './folder-table.ts'
import type { LeafTable } from './leaf-table.ts'
import { NONE } from './name-table.ts'

export interface TreeParts {
  folders: FolderTable
  leaves: LeafTable
}

/** Takes all keys out of a folder and of those below, with what was known of them. */
export function emptyFolder({ folders, leaves }: TreeParts, top: number): void {
  const had = folders.keys[top]!
  const open = [top]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const leaf of leaves.of(folders, folder)) leaves.setGone(leaf, true)
    for (const sub of folders.children(folder)) open.push(sub)
    folders.leaves[folder] = 0
    folders.folders[folder] = 0
    folders.version[folder]! += 1
    folders.clear(folder)
    if (folder !== top) folders.keys[folder] = 0
  }
  folders.count(top, -had)
}

/** Where in which tree. */
interface Place {
  of: TreeParts
  folder: number
}

function copyLeaves(from: Place, to: Place): void {
  const { names } = from.of.leaves
  for (const leaf of from.of.leaves.of(from.of.folders, from.folder)) {
    const name = { in: names.bytes, from: names.start(leaf), to: names.end(leaf) }
    const known = to.of.leaves.names.find(to.folder, name.in, name.from, name.to)
    if (known === NONE) to.of.leaves.add(to.of.folders, to.folder, name)
    else to.of.leaves.setGone(known, false)
  }
  to.of.folders.countLeaves(to.folder, from.of.folders.leaves[from.folder]!)
}

/** Puts all that is below a folder of one tree into an empty folder of another. */
export function copyFolder(from: Place, to: Place): void {
  const open = [{ from: from.folder, to: to.folder }]
  const [theirs, mine] = [from.of.folders, to.of.folders]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    copyLeaves({ of: from.of, folder: next.from }, { of: to.of, folder: next.to })
    for (const flag of [FOLDER.dropped, FOLDER.trimmed]) {
      if (theirs.has(next.from, flag)) mine.mark(next.to, flag)
    }
    mine.mark(next.to, FOLDER.settled)
    for (const sub of theirs.children(next.from)) {
      const part = theirs.names.name(sub)
      const known = mine.names.find(next.to, part, 0, part.length)
      open.push({ from: sub, to: known === NONE ? mine.add(next.to, part, 0, part.length) : known })
    }
  }
}
