import { AppError, coreErrors } from '@qd/contract-kit'
import { callerReaches } from '@qd/server-kit'
import type { Caller, FileUse } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { FileRow } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'

/** Whether the caller's grants open files of this use; of a use that the program no longer has, nobody knows. */
export function opensUse({ uses }: Pick<UseCaseDeps, 'uses'>, name: string, caller: Caller): boolean {
  const use = uses().find((each) => each.name === name)
  return use !== undefined && callerReaches(caller, {}, use.permission)
}

/**
 * Whether a file of the caller's account is theirs as they are signed in: people keep what they sent, whatever they may do now;
 * an API token and a preview are their grants.
 */
export const isOwnFile = (
  deps: Pick<UseCaseDeps, 'uses'>,
  { use_name: use }: Pick<FileRow, 'use_name'>,
  caller: Caller,
): boolean => (caller.kind ?? 'full') === 'full' || opensUse(deps, use, caller)

/** The use of this name, for who may send files for it as of now. Throws `file_use_unknown`, `forbidden`. */
export function mayUse({ uses }: Pick<UseCaseDeps, 'uses'>, name: string, caller: Caller): FileUse {
  const use = uses().find((each) => each.name === name)
  if (use === undefined || use.isMade === true)
    throw new AppError(filesErrors.file_use_unknown, { field: 'use', params: { use: name } })
  if (!callerReaches(caller, {}, use.permission)) throw new AppError(coreErrors.forbidden)
  return use
}
