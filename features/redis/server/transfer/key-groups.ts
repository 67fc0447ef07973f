import type { StoredFile } from '@qd/server-kit'
import type { TransferFormat } from '../../contract/index.ts'
import { isCsvHead } from './csv-format.ts'
import { fileLines } from './file-lines.ts'
import type { FileLine } from './file-lines.ts'
import { FORMATS } from './formats.ts'
import type { InPart } from './formats.ts'
import { LineFault } from './line-fault.ts'

/** The lines of one key that follow each other, or a line that cannot be taken. */
export interface KeyGroup {
  /** Its first line, or the faulty one. */
  readonly line: number
  /** Below its last line. */
  readonly nextLine: number
  readonly from: number
  readonly to: number
  /** Null: the line does not tell. */
  readonly key: Buffer | null
  readonly type: string
  readonly hasEnd: boolean
  readonly fault: LineFault | null
}

/** Where the reading of a file goes on. */
export interface FileCursor {
  readonly at: number
  readonly line: number
}

type Read = { readonly part: InPart } | { readonly fault: LineFault }

function readLine({ bytes, isLong }: FileLine, format: TransferFormat): Read {
  if (isLong) return { fault: new LineFault('long') }
  try {
    return { part: FORMATS[format].read(bytes) }
  } catch (error) {
    if (error instanceof LineFault) return { fault: error }
    throw error
  }
}

const isBlank = ({ bytes, isLong }: FileLine): boolean => !isLong && bytes.toString('latin1').trim() === ''

/** The parts of a range of the file, each with its line. */
export async function* partsOf(
  file: Pick<StoredFile, 'pieces'>,
  format: TransferFormat,
  { from, to, line }: { from: number; to: number; line: number },
): AsyncGenerator<Read & { at: FileLine }> {
  const lines = fileLines(file.pieces({ from, to }), {
    at: from,
    line,
    hasQuotes: FORMATS[format].hasQuotedLines,
  })
  for await (const at of lines) {
    if (isBlank(at)) continue
    if (at.line === 1 && format === 'csv') {
      if (!at.isLong && isCsvHead(at.bytes)) continue
      yield { at, fault: new LineFault('head') }
      continue
    }
    yield { at, ...readLine(at, format) }
  }
}

/** Whether a part belongs to the group before it. */
const goesOn = (group: KeyGroup | null, key: Buffer): group is KeyGroup => group?.key?.equals(key) === true

function join(group: KeyGroup, part: InPart, at: FileLine): KeyGroup {
  const isMixed = part.type !== '' && group.type !== '' && part.type !== group.type
  return {
    ...group,
    to: at.to,
    nextLine: at.nextLine,
    type: group.type === '' ? part.type : group.type,
    hasEnd: group.hasEnd || part.end !== null,
    line: isMixed && group.fault === null ? at.line : group.line,
    fault: group.fault ?? (isMixed ? new LineFault('mixed', part.type) : null),
  }
}

/** Goes through a file key by key; of each group only its place is held. */
export async function* keyGroups(
  file: Pick<StoredFile, 'pieces' | 'size'>,
  format: TransferFormat,
  cursor: FileCursor = { at: 0, line: 1 },
): AsyncGenerator<KeyGroup> {
  let group: KeyGroup | null = null
  const range = { from: cursor.at, to: file.size, line: cursor.line }
  for await (const read of partsOf(file, format, range)) {
    const { at } = read
    if ('part' in read && goesOn(group, read.part.key)) {
      group = join(group, read.part, at)
      continue
    }
    if (group !== null) yield group
    const place = { line: at.line, nextLine: at.nextLine, from: at.from, to: at.to }
    group =
      'fault' in read
        ? { ...place, key: null, type: '', hasEnd: false, fault: read.fault }
        : {
            ...place,
            key: read.part.key,
            type: read.part.type,
            hasEnd: read.part.end !== null,
            fault: null,
          }
  }
  if (group !== null) yield group
}
