import type { RedisBytes } from '../../contract/index.ts'

/** The folders a key lies in, outermost first, each with its separator at the end; the longest separator counts. */
export function foldersOf(key: RedisBytes, separators: readonly string[]): string[] {
  if (typeof key !== 'string') return []
  const byLength = separators.toSorted((a, b) => b.length - a.length)
  const folders: string[] = []
  let at = 0
  while (at < key.length) {
    const separator = byLength.find((each) => key.startsWith(each, at))
    at += separator?.length ?? 1
    if (separator !== undefined) folders.push(key.slice(0, at))
  }
  return folders
}

const GLOB = /[*?[\]\\]/

export const isGlob = (text: string): boolean => GLOB.test(text)

/** A pattern that matches this text and nothing else. */
export const escapeGlob = (text: string): string => text.replaceAll(/[*?[\]\\^]/g, String.raw`\$&`)

/** A pattern for a typed text: a glob as it is, plain text anywhere in the name. */
export const patternOf = (text: string): string => (text === '' || isGlob(text) ? text : `*${text}*`)
