import { describe, expect, it } from 'vitest'
import { bulkRows } from './bulk-rows.ts'
import { bytesOf, redisBytesOf, shownBytes, sizeText } from './bytes.ts'
import { quoteArgument } from '../../../contract/index.ts'
import { keyCommand } from './key-command.ts'
import type { CopiedContent } from './key-command.ts'
import { keyPattern } from './key-pattern.ts'
import { timeHint, timeOfEntry } from './time-hint.ts'
import { ttlParts, ttlText } from './ttl.ts'

const binary = { base64: btoa('\x00\xff"\n~') }

describe('bytes', () => {
  it('go and come back as they were', () => {
    for (const value of ['', '岚夜听潮', 'a\u200bb', binary, { base64: btoa('a\0b') }, '\ufeffx']) {
      expect(redisBytesOf(bytesOf(value))).toEqual(value)
    }
  })

  it('are one line to see', () => {
    expect(shownBytes('a\nb\u200b')).toBe('a\\nb\\xe2\\x80\\x8b')
    expect(shownBytes(binary)).toBe('\\x00\\xff"\\x0a~')
    expect(sizeText(31)).toBe('31 B')
    expect(sizeText(12_700)).toBe('12.4 KB')
    expect(sizeText(104_857_600)).toBe('100 MB')
  })
})

describe('copied commands', () => {
  it.each<[string, string | { base64: string }]>([
    ['plain:key-1.2', 'plain:key-1.2'],
    ['""', ''],
    ['"two words"', 'two words'],
    ['"岚夜 \\"听潮\\""', '岚夜 "听潮"'],
    ['"{\\"a\\":1}\\n"', '{"a":1}\n'],
    ['"a\\xe2\\x80\\x8bb"', 'a\u200bb'],
    ['"\\x00\\xff\\"\\n~"', binary],
    ['"\\\\"', '\\'],
  ])('%s', (quoted, value) => expect(quoteArgument(value)).toBe(quoted))

  it.each<[CopiedContent, number, string]>([
    [{ type: 'string', value: '7 2' }, -1, 'SET k "7 2"'],
    [{ type: 'string', value: '1' }, 5_000, 'SET k 1\nPEXPIRE k 5000'],
    [
      {
        type: 'hash',
        fields: [
          { field: 'a', value: '1', ttlMs: null },
          { field: 'b c', value: '', ttlMs: 900 },
        ],
      },
      -1,
      'HSET k a 1 "b c" ""\nHPEXPIRE k 900 FIELDS 1 "b c"',
    ],
    [{ type: 'list', values: ['x', 'x'] }, -1, 'RPUSH k x x'],
    [{ type: 'set', members: [binary] }, -1, 'SADD k "\\x00\\xff\\"\\n~"'],
    [
      { type: 'zset', members: [{ member: 'm', score: '9007199254740993' }] },
      -1,
      'ZADD k 9007199254740993 m',
    ],
    [
      {
        type: 'stream',
        entries: [
          {
            id: '1-0',
            fields: [
              { name: 'f', value: '1' },
              { name: 'f', value: '2' },
            ],
          },
        ],
      },
      -1,
      'XADD k 1-0 f 1 f 2',
    ],
    [{ type: 'json', value: '{"a":9007199254740993}' }, -1, 'JSON.SET k $ "{\\"a\\":9007199254740993}"'],
  ])('%j', (content, ttlMs, command) => expect(keyCommand('k', content, ttlMs)).toBe(command))

  it('break into several where there are many entries', () => {
    const values = Array.from({ length: 201 }, (_value, at) => `${at}`)
    const lines = keyCommand('k', { type: 'list', values }).split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toBe('RPUSH k 200')
  })
})

describe('pasted rows', () => {
  it('drop scores that are no number, and say which', () => {
    const { rows, dropped } = bulkRows('zset', 'a\t1.5\r\nb\tabc\nc\t-inf\n\nd\na\t2\ne\t0x10\nf\t1e3\n')
    expect(rows).toEqual([
      { name: 'a', value: '1.5' },
      { name: 'c', value: '-inf' },
      { name: 'f', value: '1e3' },
    ])
    expect(dropped.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 noNumber',
      '5 noTab',
      '6 repeated',
      '7 noNumber',
    ])
  })

  it('keep what a type lets stand twice', () => {
    expect(bulkRows('list', 'x\nx').rows).toHaveLength(2)
    expect(bulkRows('set', 'x\nx').rows).toHaveLength(1)
    expect(bulkRows('stream', 'f\t1\nf\t2').rows).toHaveLength(2)
    expect(bulkRows('hash', 'f\ta\tb').rows).toEqual([{ name: 'f', value: 'a\tb' }])
  })
})

describe('what is read out of values', () => {
  it('a number that looks like a time', () => {
    expect(timeHint('1763675971')).toBe(1_763_675_971_000)
    expect(timeHint('1763675971123')).toBe(1_763_675_971_123)
    expect(timeHint('9999999999')).toBeNull()
    expect(timeHint('72')).toBeNull()
    expect(timeOfEntry('1763675971123-0')).toBe(1_763_675_971_123)
    expect(timeOfEntry('5-1')).toBeNull()
  })

  it('the pattern of a key, and how long it lives', () => {
    expect(keyPattern('game:eu:s123:hero:30123000045')).toBe('game:eu:s*:hero:*')
    expect(keyPattern('h', 'hero:1001')).toBe('h hero:*')
    expect([-1, 0, 42_000, 3_600_000, 529_200_000].map(ttlText)).toEqual(['∞', '0s', '42s', '1h', '6d 3h'])
    expect(ttlParts(7_200_000)).toEqual({ amount: 2, unit: 'hours' })
    expect(ttlParts(1_500)).toEqual({ amount: 2, unit: 'seconds' })
  })
})
