import { AppError, z } from '@qd/contract-kit'
import { nameFault, skeletonsOf } from '@qd/look-alikes'
import type { Kysely } from 'kysely'
import { sessionErrors, username as usernameSchema } from '../../contract/index.ts'
import type { SessionTables } from '../session-tables.ts'

const MOST_NAMED = 5

/** How a new name is kept: compatibility forms, e.g. full-width letters, are the plain ones from the start. */
export function newNameOf(typed: string): string {
  return typed.normalize('NFKC').trim()
}

/** `a (U+0061)`: a character that shows nothing, or looks like another, is told by its code. */
function inWords(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (U+${code})` : `U+${code}`
}

/** Throws what is wrong with a new name by itself; names given before this was asked stay as they are. */
export function checkNewName(username: string): void {
  const invalid = new AppError(sessionErrors.username_invalid, { field: 'username' })
  if (!z.safeParse(usernameSchema, username).success) throw invalid
  const fault = nameFault(username)
  if (fault === null) return
  if (fault.kind === 'empty') throw invalid
  if (fault.kind === 'mixed') throw new AppError(sessionErrors.username_mixed, { field: 'username' })
  const characters = fault.characters.slice(0, MOST_NAMED).map(inWords).join(' ')
  throw new AppError(sessionErrors.username_characters, { field: 'username', params: { characters } })
}

/** Within the write that makes the account; of names that look alike and are made at once, one wins. */
export async function claimLooks(tx: Kysely<SessionTables>, userId: string, username: string): Promise<void> {
  const looks = skeletonsOf(username)
  if ((await writeLooks(tx, userId, looks)) === looks.length) return
  // Whose name it is stays unsaid: whoever asks may not be allowed to see that account.
  throw new AppError(sessionErrors.username_looks_taken, { field: 'username' })
}

/** Writes what nobody has yet, in the same order everywhere, so that two never wait for each other. Gives how many. */
export async function writeLooks(
  tx: Kysely<SessionTables>,
  userId: string,
  looks: readonly string[],
): Promise<number> {
  const written = await tx
    .insertInto('username_look')
    .values(looks.map((look) => ({ look, user_id: userId })))
    .onConflict((conflict) => conflict.column('look').doNothing())
    .returning('look')
    .execute()
  return written.length
}
