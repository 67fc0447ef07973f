import { fitsGlob, startOf } from '../glob.ts'

/** One way through the keys: what the server looks for, and what each key it names must fit besides. */
export interface ScanPass {
  match: Buffer | null
  also: readonly Buffer[]
}

const beginsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start)

/** No key can fit both. */
function areApart(left: Buffer, right: Buffer): boolean {
  const [mine, theirs] = [startOf(left), startOf(right)]
  const isMineShorter = mine.bytes.length <= theirs.bytes.length
  const [short, long] = isMineShorter ? [mine, theirs] : [theirs, mine]
  return !beginsWith(long.bytes, short.bytes) || (short.isWhole && short.bytes.length < long.bytes.length)
}

/** Every key that fits `narrow` fits this one, too. */
function isImplied(pattern: Buffer, narrow: Buffer): boolean {
  const { bytes, isOpen } = startOf(pattern)
  return isOpen && beginsWith(startOf(narrow).bytes, bytes)
}

/**
 * How to find the keys that fit all patterns, and one of the globs where a caller may read only those: one pass for each
 * glob, with the pattern that says most for the server. None: no key can fit.
 */
export function passesFor(readable: readonly string[] | null, patterns: readonly Buffer[]): ScanPass[] {
  const wanted = patterns.filter((pattern) => pattern.length > 0)
  const globs = readable === null ? [null] : readable.map((glob) => Buffer.from(glob))
  const passes: ScanPass[] = []
  for (const glob of globs) {
    const all = glob === null ? wanted : [...wanted, glob]
    if (all.some((left, at) => all.slice(at + 1).some((right) => areApart(left, right)))) continue
    const [match = null, ...others] = all.toSorted(
      (left, right) => startOf(right).bytes.length - startOf(left).bytes.length,
    )
    passes.push({ match, also: match === null ? [] : others.filter((other) => !isImplied(other, match)) })
  }
  return passes
}

export const fitsAll = (patterns: readonly Buffer[], key: Uint8Array): boolean =>
  patterns.every((pattern) => fitsGlob(pattern, key))
