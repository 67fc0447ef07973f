/*
 * An own decoder written by hand: `alloc` gives address 16, `decode` puts address and length behind each other at 0 and
 * answers 0. So it shows the value as the text it is, the smallest decoder there is:
 *
 *   (memory (export "memory") 1 16)
 *   (func (export "alloc") (param i32) (result i32) i32.const 16)
 *   (func (export "decode") (param i32 i32) (result i32)
 *     i32.const 0  local.get 0  i32.store
 *     i32.const 4  local.get 1  i32.store
 *     i32.const 0)
 */
const nameOf = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)]
const section = (id: number, bytes: readonly number[]): number[] => [id, bytes.length, ...bytes]
const body = (bytes: readonly number[]): number[] => [bytes.length + 2, 0, ...bytes, 0x0b]

const I32 = 0x7f
const STORE = [0x36, 2, 0]

export const sections = {
  type: section(1, [2, 0x60, 1, I32, 1, I32, 0x60, 2, I32, I32, 1, I32]),
  func: section(3, [2, 0, 1]),
  memory: section(5, [1, 1, 1, 16]),
  exports: section(7, [3, ...nameOf('memory'), 2, 0, ...nameOf('alloc'), 0, 0, ...nameOf('decode'), 0, 1]),
  code: section(10, [
    2,
    ...body([0x41, 16]),
    ...body([0x41, 0, 0x20, 0, ...STORE, 0x41, 4, 0x20, 1, ...STORE, 0x41, 0]),
  ]),
}

export const DECODER_MODULE: Uint8Array<ArrayBuffer> = Uint8Array.from([
  0x00,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  ...sections.type,
  ...sections.func,
  ...sections.memory,
  ...sections.exports,
  ...sections.code,
])
