import { parseUId } from '@qd/game-id'

export interface ListedPlayer {
  /** Canonical digits. */
  uId: string
  /** From 1. */
  line: number
}

export interface WrongEntry {
  line: number
  text: string
}

/** uIds of a list in the order given; what is no uId by its line. */
export interface PlayerList {
  players: ListedPlayer[]
  duplicates: number
  wrong: WrongEntry[]
}

const CELLS = /[\t,;]/
/** What else may stand between uIds that were typed or pasted. */
const GAPS = /[\s,;]+/u
const HEADINGS = new Set(['uid', 'u_id', 'userid', 'user_id'])
/** More of an entry says no more. */
const SHOWN_CHARS = 40

const bare = (cell: string): string =>
  cell
    .trim()
    .replace(/^(["'])(.*)\1$/u, '$2')
    .trim()

/** In a table with a heading the column of uIds, else -1: then everything in it is meant as one. */
function columnOf(first: string | undefined): number {
  const cells = (first ?? '').split(CELLS).map((cell) => bare(cell).toLowerCase())
  return cells.findIndex((cell) => HEADINGS.has(cell))
}

const isNote = (line: string): boolean => line.startsWith('#')

function entriesOf(line: string, column: number): string[] {
  if (column === -1) return line.split(GAPS).map(bare)
  return [bare(line.split(CELLS)[column] ?? '')]
}

function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/gu
  let from = text.startsWith('\uFEFF') ? 1 : 0
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(from, end.index)
    from = ends.lastIndex
  }
  yield text.slice(from)
}

/**
 * Reads uIds from text: one or several a line, parted by blanks, commas, semicolons or tabs, or a table whose
 * first line names a column uId. Empty lines and lines that begin with # mean nothing. Pauses at each line.
 */
export function* parsePlayerList(text: string): Generator<undefined, PlayerList> {
  const seen = new Set<string>()
  const list: PlayerList = { players: [], duplicates: 0, wrong: [] }
  let index = -1
  let column = -1
  for (const given of linesOf(text)) {
    yield
    index += 1
    if (index === 0) column = columnOf(given)
    const line = given.trim()
    if (line === '' || isNote(line) || (column !== -1 && index === 0)) continue
    for (const entry of entriesOf(given, column)) {
      if (entry === '' && column === -1) continue
      const parsed = parseUId(entry)
      if (!parsed.ok) list.wrong.push({ line: index + 1, text: entry.slice(0, SHOWN_CHARS) })
      else if (seen.has(parsed.uId)) list.duplicates += 1
      else {
        seen.add(parsed.uId)
        list.players.push({ uId: parsed.uId, line: index + 1 })
      }
    }
  }
  return list
}
