export interface Token {
  kind: 'number' | 'text' | 'name' | 'sign' | 'end'
  text: string
  /** Where it starts, from 0. */
  at: number
}

/** Thrown where a formula cannot be read; `at` is the character, from 0. */
export class FormulaError extends Error {
  readonly at: number

  constructor(at: number) {
    super(`formula broken at ${at}`)
    this.at = at
  }
}

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/uy
const SIGN = /==|!=|<=|>=|[-+*()[\]{},:<>=]/y
const SPACE = /\s+/y
const STRING = /"(?:[^"\\]|\\.)*"/y

function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function unquoted(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new FormulaError(at)
  }
}

function tokenAt(text: string, at: number): [token: Token, length: number] {
  const quoted = take(STRING, text, at)
  if (quoted !== null) return [{ kind: 'text', text: unquoted(quoted, at), at }, quoted.length]
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['name', NAME],
    ['sign', SIGN],
  ] as const) {
    const found = take(pattern, text, at)
    if (found !== null) return [{ kind, text: found, at }, found.length]
  }
  throw new FormulaError(at)
}

/** The words of a formula, with one that says where it ends. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    at += take(SPACE, text, at)?.length ?? 0
    if (at >= text.length) break
    const [token, length] = tokenAt(text, at)
    tokens.push(token)
    at += length
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }]
}
