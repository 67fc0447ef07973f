import type { RouteArgs } from '@qd/contract-kit'
import type { createKey } from '../../contract/index.ts'

export type NewContent = RouteArgs<typeof createKey>['body']['content']
export const NEW_TYPES = ['string', 'hash', 'list', 'set', 'zset', 'stream', 'json'] as const
export type NewType = (typeof NEW_TYPES)[number]

export interface Pair {
  name: string
  value: string
}

export interface NewKeyValues {
  name: string
  type: NewType
  /** Of a string, a JSON value, or the id of a stream's entry; a list and a set have one entry a line. */
  text: string
  id: string
  /** Fields with values, members with scores. */
  pairs: Pair[]
  amount?: number
  unit: 's' | 'm' | 'h' | 'd'
}

/** Entries of a text: one a line, an empty last line is none. */
export const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** A score as Redis takes it. */
export const isScore = (text: string): boolean =>
  /^[+-]?inf$/i.test(text.trim()) || (text.trim() !== '' && Number.isFinite(Number(text)))

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The first value in the form the call takes. */
export function contentOf({ type, text, id, pairs }: NewKeyValues): NewContent {
  switch (type) {
    case 'string':
      return { type, value: text }
    case 'json':
      return { type, value: text }
    case 'list':
      return { type, values: linesOf(text) }
    case 'set':
      return { type, members: [...new Set(linesOf(text))] }
    case 'hash':
      return { type, fields: pairs }
    case 'zset':
      return { type, members: pairs.map(({ name, value }) => ({ member: name, score: value.trim() })) }
    case 'stream':
      return { type, id: id.trim() === '' ? '*' : id.trim(), fields: pairs }
  }
}
