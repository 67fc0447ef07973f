import type { RouteReply } from '@qd/contract-kit'
import type { catalogueTree, GameEntry, LineEntry, OperatorEntry } from '../../contract/index.ts'
import type { Chosen } from '../page/chosen.ts'

export type Tree = RouteReply<typeof catalogueTree>

/** One row of the tree with everything it shows. */
export interface TreeRow {
  depth: 0 | 1 | 2
  key: string
  name: string
  /** Small mono text behind the name: code, platform, line code. */
  hint: string
  chosen: Chosen
  servers: number
  line?: LineEntry
  game?: GameEntry
  operator?: OperatorEntry
}

const sum = (lines: readonly LineEntry[]) => lines.reduce((total, line) => total + line.servers, 0)

function lineRow(line: LineEntry): TreeRow {
  const { lineId, game, partnerCode } = line
  return {
    depth: 2,
    key: `line ${lineId}`,
    name: line.name,
    hint: line.lineCode,
    chosen: { kind: 'line', game, partnerCode, lineId },
    servers: line.servers,
    line,
  }
}

function operatorRows(operator: OperatorEntry, tree: Tree): TreeRow[] {
  const { game, partnerCode } = operator
  const lines = tree.lines.filter((line) => line.game === game && line.partnerCode === partnerCode)
  const own: TreeRow = {
    depth: 1,
    key: `operator ${game}/${partnerCode}`,
    name: operator.name,
    hint: String(operator.platform),
    chosen: { kind: 'operator', game, partnerCode },
    servers: sum(lines),
    operator,
  }
  return [own, ...lines.map(lineRow)]
}

/** The hierarchy as rows, top down. */
export function treeRows(tree: Tree): TreeRow[] {
  return tree.games.flatMap((game) => {
    const own: TreeRow = {
      depth: 0,
      key: `game ${game.game}`,
      name: game.name,
      hint: game.code,
      chosen: { kind: 'game', game: game.game },
      servers: sum(tree.lines.filter((line) => line.game === game.game)),
      game,
    }
    const below = tree.operators.filter((operator) => operator.game === game.game)
    return [own, ...below.flatMap((operator) => operatorRows(operator, tree))]
  })
}

/** Rows that carry the search, with what stands above and below them. */
export function filterRows(rows: readonly TreeRow[], search: string): TreeRow[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return [...rows]
  const isHit = (row: TreeRow) => {
    const id = 'lineId' in row.chosen ? row.chosen.lineId : ''
    return [row.name, row.hint, id ?? ''].some((text) => text.toLowerCase().includes(wanted))
  }
  return rows.filter((row, index) => {
    if (isHit(row)) return true
    const isAbove = (other: TreeRow, at: number) =>
      other.depth < row.depth && !rows.slice(at + 1, index).some(({ depth }) => depth <= other.depth)
    if (rows.slice(0, index).some((other, at) => isAbove(other, at) && isHit(other))) return true
    for (const other of rows.slice(index + 1)) {
      if (other.depth <= row.depth) return false
      if (isHit(other)) return true
    }
    return false
  })
}

/** The ids of a row's siblings in their order, with the row moved by one; null where it is at the end already. */
export function movedOrder(rows: readonly TreeRow[], row: TreeRow, by: -1 | 1): string[] | null {
  const idOf = ({ chosen }: TreeRow) => {
    if (chosen.kind === 'game') return chosen.game ?? ''
    if (chosen.kind === 'operator') return chosen.partnerCode ?? ''
    return chosen.kind === 'line' ? (chosen.lineId ?? '') : ''
  }
  const parentOf = ({ chosen }: TreeRow) => {
    if (chosen.kind === 'operator') return chosen.game
    return chosen.kind === 'line' ? `${chosen.game}/${chosen.partnerCode}` : ''
  }
  const ids = rows.filter((other) => other.depth === row.depth && parentOf(other) === parentOf(row)).map(idOf)
  const at = ids.indexOf(idOf(row))
  const to = at + by
  if (at === -1 || to < 0 || to >= ids.length) return null
  return ids.with(at, ids[to] ?? '').with(to, ids[at] ?? '')
}
