import type { Arg } from '../link/redis-link.ts'
import type { TransferFormat } from '../../contract/index.ts'
import { commandsFormat } from './commands-format.ts'
import { csvFormat } from './csv-format.ts'
import { dumpFormat, jsonFormat } from './json-formats.ts'
import type { PartValue } from './value-parts.ts'

/** When a key ends: at a time (epoch ms), and how long it had left when it was read (ms); null: never, or not said. */
export interface KeyEnd {
  readonly at: number | null
  readonly leftMs: number | null
}

/** A part of a key on its way to a file. */
export interface OutPart {
  readonly key: Buffer
  readonly end: KeyEnd
  readonly value: PartValue
  readonly isFirst: boolean
}

/** What one line, or one record of a table, says. */
export interface InPart {
  readonly key: Buffer
  /** Empty where the commands do not tell. */
  readonly type: string
  readonly end: KeyEnd | null
  /** What writes it under a name. */
  readonly commands: (name: Buffer, isFirst: boolean) => Arg[][]
}

export interface TransferCodec {
  /** Stands above all. */
  readonly head: string
  /** Values are read by DUMP. */
  readonly asDump: boolean
  /** Line breaks in quotes do not end a line. */
  readonly hasQuotedLines: boolean
  /** One or several lines, each with its end. */
  readonly write: (part: OutPart) => string
  /** Throws a `LineFault`. */
  readonly read: (line: Buffer) => InPart
}

export const FORMATS: Readonly<Record<TransferFormat, TransferCodec>> = {
  commands: commandsFormat,
  jsonl: jsonFormat,
  csv: csvFormat,
  dump: dumpFormat,
}
