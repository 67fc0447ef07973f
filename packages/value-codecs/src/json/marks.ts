/*
 * What JSON has no word for is an object with one of these keys first. A map with keys of its own that begin with `$`, or
 * that are no texts, is written as `$map`.
 */
export const MARK = {
  /** Bytes as base64. */
  base64: '$base64',
  /** `NaN`, `Infinity`, `-Infinity`. */
  float: '$float',
  /** Pairs: `[[key, value], ...]`. */
  map: '$map',
  /** Name of a class; its fields follow. */
  class: '$class',
  /** Something with a name of the format; `value` follows. */
  is: '$is',
} as const

/** Keys that reach prototypes are no keys of an object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
export const isPlainKey = (key: string): boolean => !key.startsWith('$') && !FORBIDDEN.has(key)

const INT = /^(?:0|-?[1-9]\d*)$/
export const isIntText = (text: string): boolean => INT.test(text)
