import { describe, expect, it } from 'vitest'
import type { CommandHelp, ConsoleValue } from '../../../contract/index.ts'
import { isSecret } from '../history.ts'
import { replyJson, replyRaw, replyTable, replyText } from './format-reply.ts'
import { commandOf, historyFor, lineAt, suggestionsFor } from './suggestions.ts'

const b = (v: string): ConsoleValue => ({ t: 'b', v })
const i = (v: string): ConsoleValue => ({ t: 'i', v })
const nested: ConsoleValue = {
  t: 'a',
  v: [b('0'), { t: 'a', v: [b('a b'), { t: 'n' }] }, i('9007199254740993'), { t: 's', v: 'OK' }],
}
const map: ConsoleValue = { t: 'm', v: [b('name'), b('灯\n塔'), b('score'), { t: 'd', v: '1.5' }] }

describe('an answer', () => {
  it('as text is what redis-cli shows', () => {
    expect(replyText(nested)).toBe('1) "0"\n2) 1) "a b"\n   2) (nil)\n3) (integer) 9007199254740993\n4) OK')
    expect(replyText(map)).toBe('1# "name" => "灯\\n塔"\n2# "score" => (double) 1.5')
    expect(replyText({ t: 'b', v: { base64: '/wA=' } })).toBe(String.raw`"\xff\x00"`)
    expect(replyText({ t: 'e', v: 'ERR no' })).toBe('(error) ERR no')
    expect(replyText({ t: 'u', v: [] })).toBe('(empty set)')
    expect(replyText({ t: 'o', v: 't' })).toBe('(true)')
    const ten: ConsoleValue = { t: 'a', v: Array.from({ length: 10 }, () => i('1')) }
    expect(replyText(ten).split('\n')[0]).toBe(' 1) (integer) 1')
  })

  it('as JSON loses no digit and no byte', () => {
    expect(replyJson(map)).toBe('{\n  "name": "灯\\n塔",\n  "score": 1.5\n}')
    expect(replyJson(nested)).toContain('9007199254740993')
    expect(replyJson({ t: 'd', v: 'inf' })).toBe('"inf"')
    expect(replyJson({ t: 'b', v: { base64: '/wA=' } })).toBe('{"base64":"/wA="}')
    expect(JSON.parse(replyJson({ t: 'm', v: [i('1'), b('x'), i('1'), b('y')] }))).toEqual([1, 'x', 1, 'y'])
  })

  it('raw is the bytes, one entry a line; as a table it has rows and named columns', () => {
    expect(replyRaw(nested)).toBe('0\na b\n\n9007199254740993\nOK')
    expect(replyTable(map)).toEqual({
      columns: [],
      rows: [
        ['name', '灯\n塔'],
        ['score', '(double) 1.5'],
      ],
    })
    expect(replyTable({ t: 'a', v: [map, { t: 'm', v: [b('rank'), i('1')] }] })).toEqual({
      columns: ['name', 'score', 'rank'],
      rows: [
        ['灯\n塔', '(double) 1.5', ''],
        ['', '', '(integer) 1'],
      ],
    })
    expect(replyTable(b('x'))).toBeNull()
  })
})

const help: CommandHelp[] = ['CONFIG GET', 'CONFIG SET', 'GET', 'GETDEL'].map((name) => ({
  name,
  syntax: 'key',
  summary: '',
  group: '',
  since: '',
}))

describe('what is typed', () => {
  it('is completed by commands, sub-commands and snippets', () => {
    const titles = (line: string) =>
      suggestionsFor(line, help, [{ name: 'gears', text: 'GET gears' }]).map((each) => each.title)
    expect(titles('ge')).toEqual(['gears', 'GET', 'GETDEL'])
    expect(titles('config g')).toEqual(['CONFIG GET'])
    expect(titles('help conf')).toEqual(['CONFIG GET', 'CONFIG SET'])
    expect(titles('get k')).toEqual([])
    expect(commandOf('config set x', help)?.name).toBe('CONFIG SET')
    expect(lineAt('one\ntwo\nthree', 5)).toEqual({ from: 4, to: 7, line: 'two' })
    expect(historyFor('EY', ['GET key', 'PING'])).toHaveLength(1)
  })

  it.each([
    ['AUTH x', true],
    ['config set requirepass x', true],
    ['ACL SETUSER ann >x', true],
    ['HELLO 3 AUTH u p', true],
    ['SET k "open', true],
    ['SET k v', false],
    ['CONFIG GET x', false],
  ])('%s is kept out of the history: %s', (line, secret) => {
    expect(isSecret(line)).toBe(secret)
  })
})
