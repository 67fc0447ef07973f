/*
 * Patterns of things below a place, such as the keys of one Redis database: a fixed number of parts joined by `/`, e.g.
 * `game-s123/0/session:*`. A part is `*` (anything), a text, or a text with `*` behind it (what begins so). The last part
 * goes to the end, so it alone may hold `/`. Nothing is escaped, and case counts.
 */

/** A kind of things a grant may be narrowed to, as the feature with those things declares it. */
export interface ResourceKind {
  /** `redis`; also the key of its title in the feature's texts, section `resources`. */
  readonly kind: string
  /** Names of the parts in order, one at least; `<kind>_<part>` is the key of a part's title. */
  readonly parts: readonly string[]
}

/** What a grant is narrowed to: things of one kind whose name the pattern matches. */
export interface GrantResource {
  readonly kind: string
  readonly pattern: string
}

/** One thing, or what is known of it: a kind and the names of its parts in order. */
export interface ResourceName {
  readonly kind: string
  readonly parts: readonly string[]
}

/** Why a text is no pattern: too few parts or an empty one, or a `*` that is not the end of its part. */
export type PatternFault = 'parts' | 'star'

interface PatternPart {
  readonly text: string
  /** Whether more may follow the text. */
  readonly isPrefix: boolean
}

/** The longest pattern, in characters. */
export const MOST_PATTERN_CHARS = 300

/** The parts of a pattern as they are written; fewer where the text has fewer. The last one is the rest of the text. */
export function splitPattern(text: string, count: number): string[] {
  const pieces = text.split('/')
  return [
    ...pieces.slice(0, count - 1),
    ...(pieces.length < count ? [] : [pieces.slice(count - 1).join('/')]),
  ]
}

function readPart(written: string): PatternPart {
  const isPrefix = written.endsWith('*')
  return { text: isPrefix ? written.slice(0, -1) : written, isPrefix }
}

/** A text as the parts of a pattern, or why it is none. `count`: how many parts its kind has. */
export function readPattern(text: string, count: number): readonly PatternPart[] | PatternFault {
  const written = splitPattern(text, count)
  if (written.length !== count || written.includes('')) return 'parts'
  const parts = written.map(readPart)
  return parts.some((part) => part.text.includes('*')) ? 'star' : parts
}

const matchesPart = ({ text, isPrefix }: PatternPart, name: string): boolean =>
  isPrefix ? name.startsWith(text) : name === text

const containsPart = (outer: PatternPart, inner: PatternPart): boolean =>
  outer.isPrefix ? inner.text.startsWith(outer.text) : !inner.isPrefix && inner.text === outer.text

/** Whether the pattern matches the thing of this name, given in all its parts. */
export function matchesResource(pattern: string, names: readonly string[]): boolean {
  const parts = readPattern(pattern, names.length)
  return typeof parts !== 'string' && parts.every((part, at) => matchesPart(part, names[at]!))
}

/** Whether the pattern may match something below these leading parts of a name: all but the last, or fewer. */
export function reachesResource(pattern: string, known: readonly string[]): boolean {
  const written = splitPattern(pattern, known.length + 1)
  return written.length > known.length && known.every((name, at) => matchesPart(readPart(written[at]!), name))
}

/** Whether everything the inner pattern matches is matched by the outer one of the same kind. */
export function containsPattern(outer: string, inner: string): boolean {
  // Each piece of the outer one stands for itself; only at its end a `*` reaches over further pieces.
  const wide = outer.split('/')
  const narrow = splitPattern(inner, wide.length)
  return (
    narrow.length === wide.length &&
    wide.every((written, at) => containsPart(readPart(written), readPart(narrow[at]!)))
  )
}

/** Whether whoever holds something for `outer` holds it for all of `inner`; undefined: for everything. */
export function containsResource(
  outer: GrantResource | undefined,
  inner: GrantResource | undefined,
): boolean {
  if (outer === undefined) return true
  return inner !== undefined && inner.kind === outer.kind && containsPattern(outer.pattern, inner.pattern)
}
