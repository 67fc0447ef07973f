/**
 * The one reader of bodies and stored texts, whose keys others choose: should an engine read JSON wrongly again, this is
 * where another parser takes over. Throws `SyntaxError` as `JSON.parse` does.
 */
export function parseJsonText(text: string): unknown {
  return JSON.parse(text)
}

/**
 * Whether this engine reads keys as they are written. V8 before Node 24.22.1 and 26.12.1 gives a key with a line
 * break the name of an earlier one with a backslash, for all texts until the process ends.
 */
export function readsKeysRightly(parse: (text: string) => unknown = JSON.parse): boolean {
  const first = String.raw`{"zone7":0,"q1234567\\":0}`
  const second = String.raw`{"zone7":0,"q1234567\n":0}`
  const keysOf = (text: string) => Object.keys(parse(text) as object)[1]
  return [first, first, second, second].every(
    (text) => keysOf(text) === (text === first ? 'q1234567\\' : 'q1234567\n'),
  )
}
