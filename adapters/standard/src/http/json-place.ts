/** Where a text stops being JSON: the character, the place in the value, and a bare word that stands there. */
export interface JsonPlace {
  /** Counted from 1. */
  at: number
  /** Dotted; empty for the value as a whole. */
  field: string
  /** `NaN` and the like; empty where something else is wrong. */
  word: string
}

const BLANK = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const WORD = /-?[A-Za-z]{1,12}/y

class Fault extends Error {
  readonly field: string

  constructor(path: readonly string[]) {
    super('no JSON')
    this.field = path.join('.')
  }
}

class Walk {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found === null) return null
    this.at = pattern.lastIndex
    return found[0]
  }

  #takeSign(sign: string): boolean {
    this.take(BLANK)
    if (this.#text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  #need(isThere: boolean, path: readonly string[]): void {
    if (!isThere) throw new Fault(path)
  }

  value(path: readonly string[]): void {
    this.take(BLANK)
    if (this.#takeSign('{')) this.#members(path)
    else if (this.#takeSign('[')) this.#elements(path)
    else this.#need(this.take(STRING) !== null || this.take(SCALAR) !== null, path)
  }

  #members(path: readonly string[]): void {
    if (this.#takeSign('}')) return
    do {
      this.take(BLANK)
      const name = this.take(STRING)
      this.#need(name !== null, path)
      const inner = [...path, name!.slice(1, -1)]
      this.#need(this.#takeSign(':'), inner)
      this.value(inner)
    } while (this.#takeSign(','))
    this.#need(this.#takeSign('}'), path)
  }

  #elements(path: readonly string[]): void {
    if (this.#takeSign(']')) return
    let index = 0
    do this.value([...path, String(index++)])
    while (this.#takeSign(','))
    this.#need(this.#takeSign(']'), path)
  }
}

/** The first place where a text of bounded depth is no JSON; null: it is JSON. */
export function jsonPlace(text: string): JsonPlace | null {
  const walk = new Walk(text)
  let field = ''
  try {
    walk.value([])
    walk.take(BLANK)
    if (walk.at === text.length) return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    field = error.field
  }
  const at = walk.at + 1
  return { at, field, word: walk.take(WORD) ?? '' }
}
