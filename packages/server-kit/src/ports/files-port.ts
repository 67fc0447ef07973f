import type { DeclaredPermission } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'
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
  /** The console writes such files itself: nobody sends one, and a call of the feature gives it out. */
  readonly isMade?: true
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

/** A part of a file that the console makes. */
export interface MadePart {
  /** A UUID that whoever makes the file derives from what it is about: the same file again after a crash. */
  readonly fileId: string
  readonly use: FileUse
  /** What people read in the list of their files. */
  readonly name: string
  readonly pieces: AsyncIterable<string>
  /** The file begins with it; any other part needs the one before. */
  readonly isFirst: boolean
  /** With it the file is finished. */
  readonly isLast: boolean
}

export interface MadeFilesPort {
  /**
   * Writes behind what was committed; what an uncommitted part left there goes. The part counts once `commit` has run, in the
   * transaction of what it stands for. Null: the file is finished already. Throws `file_not_found`, `file_too_large`,
   * `file_quota`, `storage_full`, and `file_part_busy` while another node writes to it.
   */
  write(caller: Caller, part: MadePart): Promise<{ readonly commit: (tx: AnyTx) => Promise<void> } | null>
}
