import { hash } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { addressKey } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import type { SessionTables } from '../session-tables.ts'

export const THROTTLE_WINDOW_MS = 15 * 60_000
const MOST_PER_ACCOUNT = 5
const MOST_PER_ADDRESS = 20
const MOST_PER_DEVICE = 5
/** Sign-ins on their way to the identity provider; a whole company may stand behind one address. */
const MOST_STARTED_PER_ADDRESS = 100

/** What failures are counted against. */
export interface Subject {
  key: string
  most: number
}

const subjectOf = (kind: string, name: string, most: number): Subject => {
  return { key: hash('sha256', `${kind}\n${name}`, 'hex'), most }
}
export const accountSubject = (usernameLower: string) => subjectOf('account', usernameLower, MOST_PER_ACCOUNT)
export const addressSubject = (address: string) => subjectOf('address', addressKey(address), MOST_PER_ADDRESS)
export const deviceSubject = (deviceId: string) => subjectOf('device', deviceId, MOST_PER_DEVICE)
export const startSubject = (address: string) =>
  subjectOf('oidc start', addressKey(address), MOST_STARTED_PER_ADDRESS)

/** A place taken before the password is looked at; unless given back it counts as a failure. */
export interface Attempt {
  /** The password was right: the failures of the first subject are forgotten, the others get their places back. */
  succeeded(): Promise<void>
  /** Nothing was decided, e.g. the hasher was overloaded. */
  undone(): Promise<void>
}

export interface LoginThrottle {
  /** Throws `login_throttled` when a subject has had its failures in the last 15 minutes. */
  attempt(first: Subject, ...others: Subject[]): Promise<Attempt>
}

/** Counts in the store, so that nodes share it: parallel guesses wait for each other's row, none slips by. */
export function createLoginThrottle(store: Store<SessionTables>, nowMs: () => number): LoginThrottle {
  return {
    async attempt(first, ...others) {
      const atMs = nowMs()
      const subjects = inLockOrder([first, ...others])
      await store.write(
        async (tx) => {
          for (const subject of subjects) await takePlace(tx, subject, atMs)
        },
        { inReserve: true },
      )
      const giveBack = (isSuccess: boolean) =>
        store.write(
          async (tx) => {
            for (const subject of subjects) {
              if (isSuccess && subject === first) {
                await tx.deleteFrom('login_throttle').where('key', '=', subject.key).execute()
              } else await returnPlace(tx, subject, atMs)
            }
          },
          { inReserve: true },
        )
      return { succeeded: () => giveBack(true), undone: () => giveBack(false) }
    },
  }
}

/** The same order everywhere: two attempts never hold what the other waits for. */
function inLockOrder(subjects: readonly Subject[]): Subject[] {
  return subjects.toSorted((left, right) => (left.key < right.key ? -1 : 1))
}

/** Reads the failures and locks the row until the end of the transaction. */
async function lockFailures(tx: Kysely<SessionTables>, key: string): Promise<number[]> {
  const row = await tx
    .insertInto('login_throttle')
    .values({ key, failures: '[]', expires_at: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ expires_at: eb.ref('login_throttle.expires_at') })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return parseJsonText(row.failures) as number[]
}

async function keepFailures(tx: Kysely<SessionTables>, key: string, failures: number[]): Promise<void> {
  const expiresAt = Math.max(0, ...failures) + THROTTLE_WINDOW_MS
  await tx
    .updateTable('login_throttle')
    .set({ failures: JSON.stringify(failures), expires_at: expiresAt })
    .where('key', '=', key)
    .execute()
}

/** Within a write: throws `login_throttled` when the subject has no place left, else takes one until it is returned. */
export async function takePlace(
  tx: Kysely<SessionTables>,
  { key, most }: Subject,
  atMs: number,
): Promise<void> {
  const failures = await lockFailures(tx, key)
  // Also drops times far ahead: a clock that was set back must not lock anybody out for long.
  const recent = failures.filter((failedAt) => Math.abs(atMs - failedAt) < THROTTLE_WINDOW_MS)
  if (recent.length >= most) {
    const waitMs = Math.min(...recent) + THROTTLE_WINDOW_MS - atMs
    const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
    throw new AppError(sessionErrors.login_throttled, {
      params: { minutes },
      details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
    })
  }
  await keepFailures(tx, key, [...recent, atMs])
}

/** Within a write: gives back the place taken at that time. */
export async function returnPlace(tx: Kysely<SessionTables>, { key }: Subject, atMs: number): Promise<void> {
  const failures = await lockFailures(tx, key)
  const mine = failures.indexOf(atMs)
  await keepFailures(tx, key, mine === -1 ? failures : failures.toSpliced(mine, 1))
}
