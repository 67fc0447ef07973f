import { CallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { testAccountAdd } from '@qd/mail/contract'
import type { NewUserReply } from '../contract/index.ts'

const LABEL_LENGTH = 60

/** A new player who could not be registered, and why. */
export interface Unregistered {
  uId: string
  text: string
}

/** Registers new players as test accounts of their line; gives those that were refused. */
export async function registerTests(
  lineId: string,
  { userId, users }: NewUserReply,
): Promise<readonly Unregistered[]> {
  const refused: Unregistered[] = []
  for (const { userId: uId, name } of users.length > 0 ? users : [{ userId, name: '' }]) {
    const body = { uId, label: name.trim().slice(0, LABEL_LENGTH) }
    try {
      await call(testAccountAdd, { query: { lineId }, body }, { tag: 'players:add.test', told: 'place' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refused.push({ uId, text: error.message })
    }
  }
  return refused
}
