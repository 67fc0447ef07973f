import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandText, parseCommand, parseCommands, quoteArgument } from './command-text.ts'

describe('commands as redis-cli reads them', () => {
  it.each([
    ['plain', 'plain'],
    ['', '""'],
    ['two words', '"two words"'],
    ['say "hi"\n', String.raw`"say \"hi\"\n"`],
    [{ base64: 'AP8i' }, String.raw`"\x00\xff\""`],
    ['灯塔:1', '"灯塔:1"'],
    ['a\u200bb', String.raw`"a\xe2\x80\x8bb"`],
    ['\u0085', String.raw`"\xc2\x85"`],
  ])('%j is written %s', (given, line) => {
    expect(quoteArgument(given)).toBe(line)
  })

  it('stands on one line', () => {
    expect(commandText(['SET', 'a b', '1'])).toBe('SET "a b" 1')
  })
})

describe('typed commands', () => {
  it.each([
    ['  get   k ', ['get', 'k']],
    ['', []],
    [String.raw`"a\x41\n\"\\\q"`, ['aA\n"\\q']],
    [String.raw`'a\'b\n'`, [String.raw`a'b\n`]],
    [String.raw`"\xff\x00"`, [{ base64: '/wA=' }]],
    [String.raw`"\xe7\x81\xaf塔"`, ['灯塔']],
    ['a"b c"', ['ab c']],
    [String.raw`"\xzz"`, ['xzz']],
    ['""', ['']],
    ['a\tb', ['a', 'b']],
  ])('%j are the words %j', (line, args) => {
    expect(parseCommand(line)).toEqual({ args })
  })

  it.each([
    ['SET k "open', { at: 6, kind: 'open' }],
    ["SET k 'open", { at: 6, kind: 'open' }],
    ['SET "k"v', { at: 7, kind: 'behind' }],
    [String.raw`"\"`, { at: 0, kind: 'open' }],
  ])('%j is none, and says where', (line, fault) => {
    expect(parseCommand(line)).toEqual({ fault })
  })

  it('of several lines come in order with their lines; a fault names its line', () => {
    expect(parseCommands('GET a\r\n\n SET b "1 2"\n')).toEqual({
      commands: [
        { line: 1, text: 'GET a', args: ['GET', 'a'] },
        { line: 3, text: 'SET b "1 2"', args: ['SET', 'b', '1 2'] },
      ],
    })
    expect(parseCommands('GET a\nSET "')).toEqual({ fault: { line: 2, at: 4, kind: 'open' } })
  })

  it('are read as they are written, whatever the bytes', () => {
    const bytes = (given: Uint8Array) => ({ base64: Buffer.from(given).toString('base64') })
    const plain = (arg: string | { base64: string }) =>
      (typeof arg === 'string' ? Buffer.from(arg) : Buffer.from(arg.base64, 'base64')).toString('hex')
    const argument = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.uint8Array().map(bytes),
    )
    fc.assert(
      fc.property(fc.array(argument), (args) => {
        const parsed = parseCommand(commandText(args))
        expect('args' in parsed && parsed.args.map(plain)).toEqual(args.map(plain))
      }),
    )
  })
})
