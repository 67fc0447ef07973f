/* The tree as one would write it without a thought of memory: keys as latin1 texts, everything counted anew. */

export interface NaiveRow {
  kind: 'folder' | 'key'
  name: string
  whole: string
  keys: number
}

const tokens = (name: string) => name.match(/\d+|\D/g) ?? []

function compareTokens(left: string, right: string): number {
  const isNumber = /^\d+$/
  if (isNumber.test(left) && isNumber.test(right)) {
    const difference = BigInt(left) - BigInt(right)
    return difference < 0n ? -1 : Number(difference > 0n)
  }
  return left.charCodeAt(0) - right.charCodeAt(0)
}

function compare(left: string, right: string): number {
  const [mine, theirs] = [tokens(left), tokens(right)]
  for (let at = 0; at < Math.min(mine.length, theirs.length); at += 1) {
    const difference = compareTokens(mine[at]!, theirs[at]!)
    if (difference !== 0) return difference
  }
  if (mine.length !== theirs.length) return mine.length - theirs.length
  return left < right ? -1 : Number(left > right)
}

export class NaiveTree {
  keys = new Set<string>()
  readonly #separators: readonly string[]

  constructor(separators: readonly string[]) {
    this.#separators = separators.toSorted((left, right) => right.length - left.length)
  }

  parts(key: string): string[] {
    const parts: string[] = []
    let rest = key
    for (;;) {
      let at = 0
      let found = ''
      for (; at < rest.length; at += 1) {
        found = this.#separators.find((separator) => rest.startsWith(separator, at)) ?? ''
        if (found !== '') break
      }
      if (found === '') return [...parts, rest]
      parts.push(rest.slice(0, at + found.length))
      rest = rest.slice(at + found.length)
    }
  }

  /** Every prefix that is a folder, and the root. */
  folders(): string[] {
    const found = new Set([''])
    for (const key of this.keys) {
      const parts = this.parts(key)
      for (let depth = 1; depth < parts.length; depth += 1) found.add(parts.slice(0, depth).join(''))
    }
    return [...found]
  }

  rows(prefix: string): NaiveRow[] {
    const depth = prefix === '' ? 0 : this.parts(prefix).length - 1
    const folders = new Map<string, number>()
    const leaves: string[] = []
    for (const key of this.keys) {
      const parts = this.parts(key)
      if (parts.slice(0, depth).join('') !== prefix || parts.length <= depth) continue
      if (parts.length === depth + 1) leaves.push(parts[depth]!)
      else folders.set(parts[depth]!, (folders.get(parts[depth]!) ?? 0) + 1)
    }
    const named = (name: string) => ({ name, whole: prefix + name })
    return [
      ...[...folders]
        .toSorted(([left], [right]) => compare(left, right))
        .map(([part, keys]): NaiveRow => {
          const bare = part.slice(0, part.length - this.#endOf(part).length)
          return { kind: 'folder', name: bare, whole: prefix + part, keys }
        }),
      ...leaves.toSorted(compare).map((name): NaiveRow => ({ kind: 'key', ...named(name), keys: 1 })),
    ]
  }

  #endOf(part: string): string {
    for (let at = 0; at < part.length; at += 1) {
      const found = this.#separators.find((separator) => part.startsWith(separator, at))
      if (found !== undefined) return found
    }
    return ''
  }
}
