import { IdSet, parseUId } from '@qd/game-id'

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

/**
 * Reads uIds from the lines of a text: one or several a line, parted by blanks, commas, semicolons or tabs, or a table
 * whose first line names a column uId. Empty lines and lines that begin with # mean nothing.
 */
export class PlayerListReader {
  readonly list: PlayerList = { players: [], duplicates: 0, wrong: [], wrongCount: 0 }
  readonly #most: number
  readonly #onPlayer: (player: ListedPlayer) => void
  readonly #seen = new IdSet()
  #line = 0
  #column = -1

  /** `onPlayer` takes the players one by one instead of `list.players`. */
  constructor(most: number, onPlayer?: (player: ListedPlayer) => void) {
    this.#most = most
    this.#onPlayer = onPlayer ?? ((player) => void this.list.players.push(player))
  }

  /** Goes on with further lines, pausing at each entry; ends early with more than the most players. */
  *take(lines: readonly string[]): Generator<undefined, void> {
    for (const line of lines) {
      yield
      this.#line += 1
      if (this.#line === 1) this.#column = columnOf(line)
      const isHeading = this.#line === 1 && this.#column !== -1
      const bareLine = line.trim()
      if (isHeading || bareLine === '' || isNote(bareLine)) continue
      for (const entry of entriesOf(line, this.#column)) {
        yield
        this.#keep(entry)
        if (this.isTooLong) return
      }
    }
  }

  get isTooLong(): boolean {
    return this.#seen.size > this.#most
  }

  #keep(entry: string): void {
    if (entry === '' && this.#column === -1) return
    const { list } = this
    const parsed = parseUId(entry)
    if (!parsed.ok) {
      list.wrongCount += 1
      if (list.wrongCount > WRONG_KEPT) return
      list.wrong.push({ line: this.#line, text: entry.slice(0, SHOWN_CHARS) })
    } else if (this.#seen.add(BigInt(parsed.uId))) this.#onPlayer({ uId: parsed.uId, line: this.#line })
    else list.duplicates += 1
  }
}
