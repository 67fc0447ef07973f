/** What was pasted or read from a file as a list of players. */
interface UIdList {
  uIds: readonly string[]
  /** The line each first stands in, from 1. */
  lineOf: ReadonlyMap<string, number>
  /** How often a uId stood there again. */
  duplicates: number
  /** What is no uId, with the line it stands in, from 1. */
  invalid: readonly { line: number; text: string }[]
}

const UID = /^\d{1,19}$/

/** Digits in any lines and columns: blanks, commas, semicolons and tabs part them; a heading of letters is no uId. */
export function readUIds(text: string): UIdList {
  const found = new Map<string, number>()
  const invalid: { line: number; text: string }[] = []
  let duplicates = 0
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    for (const part of line.split(/[\s,;，；、\u{feff}"']+/u).filter(Boolean)) {
      if (!UID.test(part)) invalid.push({ line: index + 1, text: part.slice(0, 40) })
      else if (found.has(part)) duplicates += 1
      else found.set(part, index + 1)
    }
  }
  return { uIds: [...found.keys()], lineOf: found, duplicates, invalid }
}
