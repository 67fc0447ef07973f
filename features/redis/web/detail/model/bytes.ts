import { formatQuantity } from '@qd/web-base'
import type { RedisBytes } from '../../../contract/index.ts'

/** The bytes themselves. */
export function bytesOf(value: RedisBytes): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  return fromBase64(value.base64)
}

export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  }
  return btoa(parts.join(''))
}

/** The text the bytes are in UTF-8; null when they are none. */
export function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** As the contract carries them: text where they are UTF-8 without NUL, else base64. */
export function redisBytesOf(bytes: Uint8Array): RedisBytes {
  const text = utf8Of(bytes)
  return text === null || text.includes('\0') ? { base64: toBase64(bytes) } : text
}

/** Tells two values apart; the id of a row. */
export function bytesId(value: RedisBytes): string {
  return typeof value === 'string' ? value : `\0${value.base64}`
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One line for a cell or a title: what cannot be printed stands as redis-cli writes it. */
export function shownBytes(value: RedisBytes): string {
  if (typeof value === 'string') {
    return value.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => SHORT[character] ?? escaped(character))
  }
  return [...fromBase64(value.base64)]
    .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${hexByte(byte)}`))
    .join('')
}

/** What is copied: a text as it is, other bytes as they are shown. */
export function copiedBytes(value: RedisBytes): string {
  return typeof value === 'string' ? value : shownBytes(value)
}

/** The bytes of a character, each as `\x00`. */
export function escaped(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\x${hexByte(byte)}`).join('')
}

export function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `12.4 KB`: three digits and the unit. */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024
    unit += 1
  }
  const number = unit === 0 ? formatQuantity(size) : size.toFixed(size < 100 ? 1 : 0)
  return `${number} ${UNITS[unit]}`
}
