import { AppError, coreErrors } from '@qd/contract-kit'
import { callerReaches } from '@qd/server-kit'
import type { Caller, FileUse } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../files-deps.ts'

/** The use of this name, for who may send files for it as of now. Throws `file_use_unknown`, `forbidden`. */
export function mayUse({ uses }: Pick<UseCaseDeps, 'uses'>, name: string, caller: Caller): FileUse {
  const use = uses().find((each) => each.name === name)
  if (use === undefined || use.isMade === true)
    throw new AppError(filesErrors.file_use_unknown, { field: 'use', params: { use: name } })
  if (!callerReaches(caller, {}, use.permission)) throw new AppError(coreErrors.forbidden)
  return use
}
