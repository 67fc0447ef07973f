import type { Reading, WireNode } from '@qd/proto-wire'
import { topName, topTones } from './decode-frame.ts'
import type { DecodedFrame } from './decode-frame.ts'
import type { HeaderPart } from './header-fields.ts'

/** One line of the tree of a frame. */
export interface TreeRow {
  /** Unique in the frame, and the same for as long as it is shown. */
  id: string
  level: number
  from: number
  to: number
  tone: number | 'header' | 'error'
  /** Null: a leaf. */
  isOpen: boolean | null
  node: WireNode | null
  /** Chosen in place of what an unknown field was taken as. */
  reading: Reading | null
  part: HeaderPart | null
}

export const HEADER_ID = 'header'

/** Unique: two fields never begin at one byte on one level. */
export function idOf(node: WireNode): string {
  return `${node.start}-${node.end}-${node.number}`
}

/** Fields nobody knows, and how somebody wants to read them, by the ids of their rows. */
export type Readings = ReadonlyMap<string, Reading>

const NO_READINGS: Readings = new Map()

function idAt(node: WireNode, level: number): string {
  return `${level}:${idOf(node)}`
}

const CONTAINERS: readonly string[] = ['message', 'group', 'map', 'packed']

function childrenOf(node: WireNode): readonly WireNode[] {
  return CONTAINERS.includes(node.takenAs) ? node.children : []
}

function add(
  rows: TreeRow[],
  node: WireNode,
  at: { level: number; tone: TreeRow['tone'] },
  look: { closed: ReadonlySet<string>; readings: Readings },
): void {
  const id = idAt(node, at.level)
  const reading = look.readings.get(id) ?? null
  const children = reading === null ? childrenOf(node) : (reading.nodes ?? [])
  const isOpen = children.length > 0 ? !look.closed.has(id) : null
  const tone = node.wireType < 0 || node.error !== null ? 'error' : at.tone
  rows.push({ id, level: at.level, from: node.start, to: node.end, tone, isOpen, node, reading, part: null })
  if (isOpen !== true) return
  for (const child of children) add(rows, child, { level: at.level + 1, tone }, look)
}

function headerRows({ header, frame }: DecodedFrame, opened: ReadonlySet<string>): TreeRow[] {
  if (header.length === 0) return []
  const isOpen = opened.has(HEADER_ID)
  const shared = { tone: 'header' as const, node: null, reading: null }
  const head = { ...shared, id: HEADER_ID, level: 1, from: 0, to: frame.bodyAt, isOpen, part: null }
  if (!isOpen) return [head]
  return [
    head,
    ...header.map((part) => ({
      ...shared,
      id: `header-${part.from}`,
      level: 2,
      from: part.from,
      to: part.to,
      isOpen: null,
      part,
    })),
  ]
}

/**
 * The lines of a frame's tree: its header, closed unless it was opened, and the fields of its body, open unless they were
 * closed; fields nobody knows as they were chosen to be read.
 */
export function treeRows(
  decoded: DecodedFrame,
  toggled: ReadonlySet<string>,
  readings: Readings = NO_READINGS,
): TreeRow[] {
  const rows = headerRows(decoded, toggled)
  const tones = topTones(decoded.nodes)
  for (const node of decoded.nodes)
    add(rows, node, { level: 1, tone: tones.get(topName(node)) ?? 0 }, { closed: toggled, readings })
  return rows
}

/** The line that holds a byte: the innermost of those there are. */
export function rowOfByte(rows: readonly TreeRow[], at: number): number {
  let found = -1
  for (const [index, { from, to }] of rows.entries()) if (at >= from && at < to) found = index
  return found
}
