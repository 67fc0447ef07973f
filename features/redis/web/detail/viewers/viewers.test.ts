import { describe, expect, it } from 'vitest'
import { VIEWERS, detectViewer, viewerOf, wholeCharacters } from './viewers.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('viewers', () => {
  it('what is not edited goes back as the same bytes', () => {
    const samples = [
      '',
      '72',
      '岚夜\n听潮',
      'a\r\nb\r\n',
      '{"star":5,"exp":9007199254740993,"r":1.10}',
      '[]',
      '{"a":1,"a":2}',
    ]
    for (const given of [...samples.map(bytes), Uint8Array.from({ length: 256 }, (_byte, at) => at)]) {
      for (const viewer of VIEWERS.filter(({ suits }) => suits(given))) {
        const back = viewer.bytesOf(viewer.textOf(given), given)
        // The encoder's bytes are of another realm than those of the page, and equal none of them.
        expect(back.ok && [...back.bytes], viewer.id).toEqual([...given])
      }
    }
  })

  it('a window that ends within a character is shown up to it', () => {
    const whole = bytes('a岚')
    expect(wholeCharacters(whole)).toEqual(whole)
    for (const end of [2, 3]) expect(wholeCharacters(whole.subarray(0, end))).toEqual(bytes('a'))
  })

  it('line ends that a text field would change are not edited as text', () => {
    expect(viewerOf('text').suits(bytes('a\r\nb\nc'))).toBe(false)
    expect(viewerOf('text').suits(bytes('a\rb'))).toBe(false)
  })

  it('JSON is shown in lines with every digit', () => {
    const given = bytes('{"exp":9007199254740993,"r":1.10}')
    expect(viewerOf('json').textOf(given)).toBe('{\n  "exp": 9007199254740993,\n  "r": 1.10\n}')
  })

  it.each([
    ['json', '{"a": }', 7],
    ['hex', '08 0', 4],
    ['hex', '08 zz', 4],
    ['bits', '0000000', 7],
    ['base64', 'AQI*', 4],
  ] as const)('%s says where %j makes no sense', (id, text, at) => {
    expect(viewerOf(id).bytesOf(text, bytes('{}'))).toEqual({ ok: false, at })
  })

  it.each([
    ['json', bytes(' {"a":1}')],
    ['json', bytes('[1]')],
    ['text', bytes('{not json')],
    ['text', bytes('72')],
    ['hex', Uint8Array.of(0xff, 0)],
    ['hex', bytes('a\u0001')],
  ] as const)('chooses %s', (id, given) => expect(detectViewer(given)).toBe(id))
})
