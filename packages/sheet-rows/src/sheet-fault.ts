export type SheetFaultCode =
  | 'empty'
  /** More bytes than the bounds allow, packed. */
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_cells'
  | 'cell_too_long'
  | 'line_too_long'
  | 'broken_quotes'
  /** Text that is neither UTF-8 nor UTF-16 with a mark. */
  | 'bad_encoding'
  /** Nothing this package reads: an old workbook, a picture. */
  | 'unknown_format'
  | 'bad_archive'
  | 'bad_xml'
  /** Unpacked it is far larger than it says, or than any list is. */
  | 'expands_too_far'
  | 'too_many_strings'

/** Why a file is refused as a whole, and in which line where there is one. */
export class SheetFault extends Error {
  readonly code: SheetFaultCode
  readonly line: number | undefined

  constructor(code: SheetFaultCode, line?: number) {
    super(line === undefined ? code : `${code} in line ${String(line)}`)
    this.name = 'SheetFault'
    this.code = code
    this.line = line
  }
}
