/** Folders of one folder that are told apart: ids in names would make as many as there are keys. */
const CHILDREN_MAX = 2_000
/** Folders on one way down. */
const DEPTH_MAX = 32
/** A longer prefix is not looked at further: no page could show it. */
const PREFIX_BYTES_MAX = 1_024
/** Bytes a folder takes beside its name, about. */
const FOLDER_BYTES = 200

/** What is known of the keys below a prefix. */
export interface PrefixSum {
  readonly keys: number
  readonly measured: number
  readonly bytes: number
  /** Sum of the squares of the bytes. */
  readonly squares: number
}

class Folder implements PrefixSum {
  keys = 0
  measured = 0
  bytes = 0
  squares = 0
  /** Some folders of it were not told apart. */
  isCut = false
  children: Map<string, Folder> | null = null
}

export interface ShownFolder extends PrefixSum {
  /** Last part with its separator, one sign for each byte. */
  readonly name: string
  readonly hasFolders: boolean
}

/** Sums of keys by the folders their names lie in. Names are taken one sign for each byte. */
export class PrefixSums {
  readonly #root = new Folder()
  readonly #separators: readonly string[]
  readonly #capBytes: number
  #bytes = FOLDER_BYTES
  #isCapped = false

  constructor({ separators, capBytes }: { separators: readonly Buffer[]; capBytes: number }) {
    this.#separators = separators.map((separator) => separator.toString('latin1'))
    this.#capBytes = capBytes
  }

  get size(): number {
    return this.#bytes
  }

  get isCapped(): boolean {
    return this.#isCapped
  }

  /** A key that was found; by: -1 for one that has gone since. */
  see(key: string, by: 1 | -1 = 1): void {
    for (const folder of this.#wayOf(key)) folder.keys += by
  }

  measure(key: string, bytes: number): void {
    for (const folder of this.#wayOf(key)) {
      folder.measured += 1
      folder.bytes += bytes
      folder.squares += bytes * bytes
    }
  }

  /** What lies directly in a folder; null: there is none of that prefix. */
  folder(prefix: string): { sum: PrefixSum; isCut: boolean; children: ShownFolder[] } | null {
    let folder: Folder | undefined = this.#root
    for (let at = 0; at < prefix.length;) {
      const end = this.#endOfPart(prefix, at)
      if (end === -1) return null
      folder = folder.children?.get(prefix.slice(at, end))
      if (folder === undefined) return null
      at = end
    }
    const children = [...(folder.children ?? [])].map(
      ([name, { keys, measured, bytes, squares, children: below }]) => ({
        name,
        keys,
        measured,
        bytes,
        squares,
        hasFolders: below !== null,
      }),
    )
    return { sum: folder, isCut: folder.isCut, children: children.filter(({ keys }) => keys > 0) }
  }

  /** Every folder there is with its whole prefix, those above before those below. */
  *all(): Generator<{ prefix: string; sum: PrefixSum }> {
    const open: [string, Folder][] = [['', this.#root]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [above, folder] = next
      for (const [name, child] of folder.children ?? []) {
        if (child.keys <= 0) continue
        const prefix = above + name
        yield { prefix, sum: child }
        open.push([prefix, child])
      }
    }
  }

  /** Where the part that begins here ends, with its separator; -1: no separator follows. The longest one counts. */
  #endOfPart(key: string, from: number): number {
    let [start, end] = [key.length, -1]
    for (const separator of this.#separators) {
      const at = key.indexOf(separator, from)
      if (at === -1 || at > start) continue
      if (at < start || at + separator.length > end) end = at + separator.length
      start = at
    }
    return end
  }

  /** The folders a key lies in, the root first; those that are missing are made while there is room. */
  *#wayOf(key: string): Generator<Folder> {
    let folder = this.#root
    yield folder
    for (let [at, depth] = [0, 0]; depth < DEPTH_MAX; depth += 1) {
      const end = this.#endOfPart(key, at)
      if (end === -1 || end > PREFIX_BYTES_MAX) return
      const next = this.#childOf(folder, key.slice(at, end))
      if (next === null) return
      folder = next
      yield folder
      at = end
    }
  }

  #childOf(folder: Folder, name: string): Folder | null {
    const known = folder.children?.get(name)
    if (known !== undefined) return known
    const isFull = (folder.children?.size ?? 0) >= CHILDREN_MAX
    if (isFull || this.#bytes + FOLDER_BYTES + name.length > this.#capBytes) {
      this.#isCapped = true
      folder.isCut = true
      return null
    }
    this.#bytes += FOLDER_BYTES + name.length
    const child = new Folder()
    folder.children ??= new Map()
    folder.children.set(name, child)
    return child
  }
}
