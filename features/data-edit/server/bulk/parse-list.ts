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

/** uIds of a list in the order given; what is no uId by its line, the first thousand of them. */
export interface PlayerList {
  players: ListedPlayer[]
  duplicates: number
  wrong: WrongEntry[]
  wrongCount: number
}

/** A list of 10 MB can hold millions of wrong entries; nobody reads them all. */
const WRONG_KEPT = 1_000

const CELLS = /[\t,;]/
/** What stands between gaps: uIds that were typed or pasted. */
const ENTRIES = /[^\s,;]+/gu
/** A heading is shorter; a list in one line has none. */
const HEADING_CHARS = 65_536
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
  const cells = (first ?? '')
    .slice(0, HEADING_CHARS)
    .split(CELLS)
    .map((cell) => bare(cell).toLowerCase())
  return cells.findIndex((cell) => HEADINGS.has(cell))
}

const isNote = (line: string): boolean => line.startsWith('#')

/** Where the cell that begins at `from` ends; what parts cells may stand inside quotes. */
function endOfCell(line: string, from: number): number {
  const start = from + (/^\s*"/u.exec(line.slice(from, from + 100))?.[0].length ?? 0)
  let close = start === from ? -1 : line.indexOf('"', start)
  // Two quotes are one that is meant.
  while (close !== -1 && line[close + 1] === '"') close = line.indexOf('"', close + 2)
  const rest = close === -1 ? from : close
  const length = line.slice(rest).search(CELLS)
  return length === -1 ? line.length : rest + length
}

function cellAt(line: string, column: number): string {
  let from = 0
  for (let at = 0; at < column && from <= line.length; at += 1) from = endOfCell(line, from) + 1
  return from > line.length ? '' : line.slice(from, endOfCell(line, from))
}

function* entriesOf(line: string, column: number): Generator<string> {
  if (column !== -1) yield bare(cellAt(line, column))
  else for (const [entry] of line.matchAll(ENTRIES)) yield bare(entry)
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
 * first line names a column uId. Empty lines and lines that begin with # mean nothing. Pauses at each entry.
 */
export function* parsePlayerList(text: string): Generator<undefined, PlayerList> {
  const seen = new Set<string>()
  const list: PlayerList = { players: [], duplicates: 0, wrong: [], wrongCount: 0 }
  let index = -1
  let column = -1
  for (const given of linesOf(text)) {
    yield
    index += 1
    if (index === 0) column = columnOf(given)
    const line = given.trim()
    if (line === '' || isNote(line) || (column !== -1 && index === 0)) continue
    for (const entry of entriesOf(given, column)) {
      yield
      if (entry === '' && column === -1) continue
      const parsed = parseUId(entry)
      if (!parsed.ok) {
        list.wrongCount += 1
        if (list.wrongCount <= WRONG_KEPT)
          list.wrong.push({ line: index + 1, text: entry.slice(0, SHOWN_CHARS) })
      } else if (seen.has(parsed.uId)) list.duplicates += 1
      else {
        seen.add(parsed.uId)
        list.players.push({ uId: parsed.uId, line: index + 1 })
      }
    }
  }
  return list
}
