import type { CheckKind } from './frame-descriptor.ts'

function tableOf(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_none, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
    return value >>> 0
  })
}

const CRC32 = tableOf(0xed_b8_83_20)
const MODBUS = tableOf(0xa0_01)

export function crc32(bytes: Uint8Array): number {
  let value = 0xff_ff_ff_ff
  for (const byte of bytes) value = (value >>> 8) ^ CRC32[(value ^ byte) & 0xff]!
  return ~value >>> 0
}

function crc16Modbus(bytes: Uint8Array): number {
  let value = 0xff_ff
  for (const byte of bytes) value = (value >>> 8) ^ MODBUS[(value ^ byte) & 0xff]!
  return value
}

/** CRC-16/CCITT-FALSE: 0x1021 from 0xffff, highest bit first. */
function crc16Ccitt(bytes: Uint8Array): number {
  let value = 0xff_ff
  for (const byte of bytes) {
    value ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00 ? (value << 1) ^ 0x10_21 : value << 1
    value &= 0xff_ff
  }
  return value
}

export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

function sum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value += byte
  return value
}

function xor(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value ^= byte
  return value
}

const MAKERS: Record<CheckKind, (bytes: Uint8Array) => number> = {
  crc32,
  'crc16-modbus': crc16Modbus,
  'crc16-ccitt': crc16Ccitt,
  adler32,
  sum,
  xor,
}

/** The check number of the bytes, cut to the width of its field. */
export function checkOf(kind: CheckKind, bytes: Uint8Array, width: number): number {
  return MAKERS[kind](bytes) % 256 ** width
}
