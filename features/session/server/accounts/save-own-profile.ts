import type { Caller } from '@qd/server-kit'
import { searchText } from './list-accounts.ts'
import type { Commit } from '../session-deps.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

export interface Profile {
  name: string
  department: string
  phone: string
  sex: string
}

/** Saves the caller's basic information; their name is part of every session, so all nodes read it anew. */
export async function saveOwnProfile(
  deps: UseCaseDeps,
  { name, department, phone, sex }: Profile,
  call: { caller: Caller; commit: Commit },
): Promise<void> {
  const { userId, username } = call.caller
  const search = searchText({ username, name, department })
  await call.commit(async (tx) => {
    await tx
      .updateTable('user_account')
      .set({ name, department, phone, sex, search })
      .where('id', '=', userId)
      .execute()
    deps.access.announceChange(tx, userId)
  })
}
