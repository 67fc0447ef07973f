import { AppError } from '@qd/contract-kit'
import { SheetFault } from '@qd/sheet-rows'
import { mailErrors } from '../../contract/index.ts'

/** A file that cannot be read as the refusal of a call; anything else as it is. */
export function fileFault(error: unknown, name: string): unknown {
  if (!(error instanceof SheetFault)) return error
  const { code, line } = error
  return new AppError(mailErrors.mail_file_refused, {
    field: 'file',
    params: { name, cause: { text: `mail.file.${code}`, params: line === undefined ? {} : { line } } },
    details: { name, code, line },
  })
}
