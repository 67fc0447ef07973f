import { describe, expect, it } from 'vitest'
import { parseJsonText, readsKeysRightly } from './parse-json-text.ts'

/** What the faulty engines do: a key with an escape is looked up as the last one that began alike and was as long. */
function faultyParse(): (text: string) => unknown {
  const seen = new Map<string, string>()
  return (text) => {
    const pairs = Object.entries(JSON.parse(text) as object).map(([key, value]) => {
      const alike = `${key.slice(0, 8)}:${key.length}`
      if (!seen.has(alike)) seen.set(alike, key)
      return [seen.get(alike)!, value]
    })
    return Object.fromEntries(pairs)
  }
}

describe('keys of JSON', () => {
  it('are read as written by this engine, also after one that begins alike', () => {
    parseJsonText(String.raw`{"zone7":"a","q1234567\\":"b"}`)
    expect(parseJsonText(String.raw`{"zone7":"a","q1234567\n":"b"}`)).toEqual({
      zone7: 'a',
      'q1234567\n': 'b',
    })
    expect(readsKeysRightly()).toBe(true)
  })

  it('of an engine that gives them the name of an earlier one are noticed', () => {
    expect(readsKeysRightly(faultyParse())).toBe(false)
  })
})
