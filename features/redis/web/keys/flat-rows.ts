import type { KeyRow, RedisBytes } from '../../contract/index.ts'
import { blockOf, emptyFolder, isRead, takeRows } from './folder-rows.ts'
import type { Folder, Note, Opened, RowsAnswer } from './folder-rows.ts'
import { bytesId, rowId } from './row-ids.ts'

/** One line of the screen. */
export type FlatRow =
  | { kind: 'row'; id: string; depth: number; parent: RedisBytes; row: KeyRow; isOpen: boolean }
  | { kind: 'note'; id: string; depth: number; parent: RedisBytes; note: Note; total: number }
  /** Not read yet. */
  | { kind: 'wait'; id: string; depth: number; parent: RedisBytes }

/** What is to be asked for so that a range of lines can be drawn. */
export interface RowsNeed {
  prefix: RedisBytes
  /** First rows of the blocks. */
  from: readonly number[]
}

/**
 * The lines of a tree whose rows live on the server: those of the root, and below each open folder its own. Each folder
 * is read by itself, in blocks; new answers go into their folder, and the others stay as they are. Which folders are open
 * outlives a new scan.
 */
export class FlatRows {
  #root = emptyFolder('', 0)
  #open = new Set<string>()
  #stamp = 1
  #heights = new Map<Folder, number>()

  /** All lines. */
  get length(): number {
    return this.#height(this.#root)
  }

  /** Whether any row was read. */
  get isRead(): boolean {
    return isRead(this.#root)
  }

  /** Forgets all rows, as for another pattern; what is open stays so. */
  reset(): void {
    this.#root = emptyFolder('', 0)
    this.#changed()
  }

  /** Everything may have changed on the server: rows stay until they are read again. */
  age(): void {
    this.#stamp += 1
  }

  #changed(): void {
    this.#heights.clear()
  }

  #height(folder: Folder): number {
    const known = this.#heights.get(folder)
    if (known !== undefined) return known
    const inside = folder.opened.reduce((sum, { folder: each }) => sum + this.#height(each), 0)
    const height = isRead(folder) ? folder.total + inside + (folder.note === null ? 0 : 1) : 1
    this.#heights.set(folder, height)
    return height
  }

  /** The folder and its row at a line; a row of `total` is the note at its end. */
  #find(line: number): { folder: Folder; row: number } {
    let folder = this.#root
    let left = line
    for (;;) {
      let inside: Folder | null = null
      // Heights of the open folders above, which the lines of this folder's own rows are moved by.
      let skipped = 0
      for (const { at, folder: each } of folder.opened) {
        const first = at + skipped + 1
        if (left < first) break
        if (left < first + this.#height(each)) {
          inside = each
          left -= first
          break
        }
        skipped += this.#height(each)
      }
      if (inside === null) return { folder, row: left - skipped }
      folder = inside
    }
  }

  at(line: number): FlatRow | undefined {
    if (line < 0 || line >= this.length) return undefined
    const { folder, row } = this.#find(line)
    const { prefix: parent, depth } = folder
    const within = bytesId(parent)
    if (!isRead(folder)) return { kind: 'wait', id: `wait ${within}`, depth, parent }
    if (row === folder.total && folder.note !== null) {
      return { kind: 'note', id: `note ${within}`, depth, parent, note: folder.note, total: folder.total }
    }
    const known = folder.rows.get(row)
    if (known === undefined) return { kind: 'wait', id: `wait ${row} ${within}`, depth, parent }
    const isOpen = folder.opened.some(({ at }) => at === row)
    return { kind: 'row', id: rowId(known), depth, parent, row: known, isOpen }
  }

  /** Line of a row that was read; -1 where it is not on any line. */
  lineOf(id: string): number {
    const search = (folder: Folder, first: number): number => {
      const row = folder.places.get(id)
      let skipped = 0
      if (row !== undefined) {
        for (const { at, folder: each } of folder.opened) if (at < row) skipped += this.#height(each)
        return first + row + skipped
      }
      for (const { at, folder: each } of folder.opened) {
        const found = search(each, first + at + skipped + 1)
        if (found >= 0) return found
        skipped += this.#height(each)
      }
      return -1
    }
    return search(this.#root, 0)
  }

  isOpen(prefix: RedisBytes): boolean {
    return this.#open.has(bytesId(prefix))
  }

  /** Opens folders; those whose rows are not read yet open when they are. */
  open(...prefixes: readonly RedisBytes[]): void {
    for (const prefix of prefixes) this.#open.add(bytesId(prefix))
    this.#each((folder) => this.#attach(folder))
    this.#changed()
  }

  /** Closes a folder; those inside are open again when it is. */
  close(prefix: RedisBytes): void {
    const id = bytesId(prefix)
    this.#open.delete(id)
    this.#each((folder) => {
      folder.opened = folder.opened.filter(({ folder: each }) => bytesId(each.prefix) !== id)
    })
    this.#changed()
  }

  closeAll(): void {
    this.#open.clear()
    this.#root.opened = []
    this.#changed()
  }

  /** Where a folder's rows that were read stand, and how many there are; null: it is on no line. */
  folderAt(prefix: RedisBytes): { total: number; isRead: boolean } | null {
    const folder = this.#folder(prefix)
    return folder === null ? null : { total: folder.total, isRead: isRead(folder) }
  }

  #each(run: (folder: Folder) => void): void {
    const visit = (folder: Folder): void => {
      run(folder)
      for (const { folder: inside } of folder.opened) visit(inside)
    }
    visit(this.#root)
  }

  #folder(prefix: RedisBytes): Folder | null {
    const id = bytesId(prefix)
    let found: Folder | null = null
    this.#each((folder) => {
      if (bytesId(folder.prefix) === id) found = folder
    })
    return found
  }

  /** Puts the open folders among the rows of one below their rows; `before` have been read already. */
  #attach(folder: Folder, before: readonly Opened[] = folder.opened): void {
    const known = new Map(before.map(({ folder: each }) => [bytesId(each.prefix), each]))
    const opened: Opened[] = []
    for (const [at, row] of folder.rows) {
      if (row.kind !== 'folder' || !this.isOpen(row.prefix)) continue
      const inside = known.get(bytesId(row.prefix)) ?? emptyFolder(row.prefix, folder.depth + 1)
      opened.push({ at, folder: inside })
    }
    folder.opened = opened.toSorted((a, b) => a.at - b.at)
  }

  /** What lines from first to last still need: rows that were never read, and all of folders that have aged. */
  needs(first: number, last: number): RowsNeed[] {
    const wanted = new Map<Folder, Set<number>>()
    const want = (folder: Folder): Set<number> => {
      const known = wanted.get(folder)
      if (known !== undefined) return known
      const fresh = new Set<number>()
      wanted.set(folder, fresh)
      return fresh
    }
    for (let line = Math.max(0, first); line <= Math.min(last, this.length - 1); line += 1) {
      const { folder, row } = this.#find(line)
      const isOld = folder.stamp < this.#stamp
      const at = Math.min(row, Math.max(0, folder.total - 1))
      if (isOld || (row < folder.total && !folder.rows.has(row))) want(folder).add(blockOf(at))
    }
    // A folder without rows has no line; it may have some by now.
    if (this.length === 0 && this.#root.stamp < this.#stamp) want(this.#root).add(0)
    for (const [folder, blocks] of wanted) {
      // Where folders are open: they are looked for around the place they had.
      if (folder.stamp < this.#stamp) for (const { at } of folder.opened) blocks.add(blockOf(at))
    }
    return [...wanted].map(([{ prefix }, blocks]) => ({
      prefix,
      from: [...blocks].toSorted((a, b) => a - b),
    }))
  }

  /** Open folders of a folder that answers do not hold, so that a caller can ask for more of it. */
  missingIn(prefix: RedisBytes, answers: readonly RowsAnswer[]): RedisBytes[] {
    const folder = this.#folder(prefix)
    if (folder === null || folder.opened.length === 0) return []
    const here = new Set(answers.flatMap(({ rows }) => rows.map(rowId)))
    return folder.opened
      .map(({ folder: { prefix: inside } }) => inside)
      .filter((inside) => !here.has(`folder ${bytesId(inside)}`))
  }

  /** The state of the tree that answers asked for now are of. */
  get stamp(): number {
    return this.#stamp
  }

  /** Takes answers of one folder, of the state of the tree they were asked for in. */
  put(prefix: RedisBytes, answers: readonly RowsAnswer[], stamp = this.#stamp): void {
    const folder = this.#folder(prefix)
    if (folder === null || answers.length === 0) return
    takeRows(folder, answers, stamp)
    this.#attach(folder)
    this.#changed()
  }
}
