import type { DeclaredPermission } from '@qd/contract-kit'
import type { Caller } from './caller.ts'

/** What files are sent for; a feature declares its own. */
export interface FileUse {
  /** `feature.purpose`. */
  readonly name: string
  /** Who holds it anywhere may send such files. */
  readonly permission: DeclaredPermission
  readonly maxBytes: number
  /** How long a finished file is kept. */
  readonly keptMs: number
}

/** A finished file. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly size: number
  /** Of its content, hex. */
  readonly sha256: string
  /** Its bytes, or those from `from` up to and without `to`. Never all in memory. */
  pieces(range?: { readonly from: number; readonly to: number }): AsyncIterable<Buffer>
  /** Its lines as UTF-8 text, as many as have come. Throws `body_no_text`. */
  lines(): AsyncGenerator<readonly string[], void>
}

export interface FilesPort {
  /** A file of the caller's own for this use. Throws `file_not_found`, `file_incomplete`. */
  open(caller: Caller, fileId: string, use: FileUse): Promise<StoredFile>
}
