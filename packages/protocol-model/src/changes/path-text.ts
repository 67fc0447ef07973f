import { parseJsonText } from '@qd/canonical-json'
import type { PathSegment } from '../definition/protocol-definition.ts'

/** What could be taken for more than one segment, or for none, is written in brackets. */
const AMBIGUOUS = /[.[\]"\s]|^$/u

const BRACKETS = /\[("(?:[^"\\]|\\.)*")\]/y
const PLAIN = /[^.[]+/uy

/** A `pathText` with one more segment. */
export function textBelow(text: string, part: PathSegment): string {
  const segment = String(part)
  if (AMBIGUOUS.test(segment)) return `${text}[${JSON.stringify(segment)}]`
  return text === '' ? segment : `${text}.${segment}`
}

/** A way through data as one text: `Bag.7.count`, and `Role["home.x"]` where a name could be misread. */
export function pathText(path: readonly (PathSegment | undefined)[]): string {
  return path.reduce<string>((text, part) => (part === undefined ? text : textBelow(text, part)), '')
}

/** The segments of a `pathText`, or null for a text that is none. */
export function readPathText(text: string): string[] | null {
  const path: string[] = []
  let at = 0
  while (at < text.length) {
    const isDot = text[at] === '.'
    if (isDot && path.length === 0) return null
    if (isDot) at += 1
    const pattern = !isDot && text[at] === '[' ? BRACKETS : PLAIN
    if (pattern === PLAIN && !isDot && path.length > 0) return null
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return null
    path.push(pattern === BRACKETS ? (parseJsonText(found[1]!) as string) : found[0])
    at += found[0].length
  }
  return path
}
