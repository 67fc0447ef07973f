import { expect, test } from 'vitest'
import { decoderFault } from './own-decoder.ts'
import { sections } from './testing/decoder-module.ts'

test('a module that imports, grows without end or exports too little is refused, whatever its bytes', () => {
  const { type, func, memory, exports, code } = sections
  const all = [type, func, memory, exports, code]
  const make = (...parts: readonly (readonly number[])[]) =>
    Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...parts.flat()])
  expect(decoderFault(make(...all))).toBeNull()
  expect(decoderFault(Uint8Array.of(1, 2, 3))).toBe('noModule')
  expect(decoderFault(make(type, [2, 7, 1, 1, 0x61, 1, 0x62, 0, 0], func, memory, exports, code))).toBe(
    'imports',
  )
  expect(decoderFault(make(type, func, exports, code))).toBe('noMemory')
  expect(decoderFault(make(type, func, [5, 3, 1, 0, 1], exports, code))).toBe('memory')
  expect(decoderFault(make(type, func, [5, 5, 1, 1, 1, 0x80, 0x20], exports, code))).toBe('memory')
  expect(decoderFault(make(type, func, memory, [7, 1, 0], code))).toBe('exports')
  const whole = make(...all)
  for (let end = 0; end < whole.length; end += 1)
    expect(() => decoderFault(whole.subarray(0, end))).not.toThrow()
})
