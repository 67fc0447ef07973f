import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import { createRecentNews, isListedAddress } from '@qd/server-kit'
import type { AuditEntry, CatalogueServer, GameServersPort, ProvenCall } from '@qd/server-kit'
import { heartbeat } from '../../contract/open-calls.ts'
import type { GameServersDeps, UseCaseDeps } from '../game-servers-deps.ts'
import { minuteOf } from '../online/keep-online.ts'
import { placeOf } from '../online/online-history.ts'
import { wasHeard } from './heard-beats.ts'
import { createMinuteCounter } from './minute-counter.ts'
import type { CountedAs } from './minute-counter.ts'

/** Twenty a second: heartbeats are two a minute, the rest asks whether writes are genuine. */
const CALLS_PER_MINUTE = 1_200

/** The row of a call nobody's account stands for. */
function entryOf(server: CatalogueServer, { requestId, address, title }: ProvenCall): AuditEntry {
  return {
    requestId,
    actorId: '',
    actor: '',
    sessionId: '',
    address,
    action: title,
    risk: 'R1',
    scope: scopePath(placeOf(server)),
    target: server.key,
    reason: '',
    detail: {},
  }
}

/** Clocks of nodes differ by less; a minute further ahead was counted before the clock was set back. */
const SKEW_MINUTES = 2

/** How often a server called in its present minute, over all nodes. */
async function countCalls(
  { store }: UseCaseDeps,
  { key, minute, by }: { key: string; minute: number; by: number },
): Promise<number> {
  const row = await store.write((tx) =>
    tx
      .insertInto('game_server_calls')
      .values({ key, minute, calls: by })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          // A node whose clock is behind counts on in the minute of the others, or each would begin again for the other.
          const isPresent = eb.between('game_server_calls.minute', minute, minute + SKEW_MINUTES)
          return {
            minute: eb.case().when(isPresent).then(eb.ref('game_server_calls.minute')).else(minute).end(),
            calls: eb
              .case()
              .when(isPresent)
              .then(eb('game_server_calls.calls', '+', by))
              .else(by)
              .end(),
          }
        }),
      )
      .returning('calls')
      .executeTakeFirstOrThrow(),
  )
  return row.calls
}

/** Players redeem at the same moment: ten times as many of these, counted in slices so that most cost no write. */
const CODES = { titles: 'redemption-codes.', times: 10, slice: 50 } as const

/**
 * Where a call is counted: heartbeats apart, so that no other call can leave a server without them, and codes apart, so that
 * a rush for them takes nothing from the rest.
 */
function countedAs({ key }: CatalogueServer, title: string, callsPerMinute: number): CountedAs {
  if (title === heartbeat.title) return { key: `${key}/beats`, most: callsPerMinute, slice: 1 }
  if (!title.startsWith(CODES.titles)) return { key, most: callsPerMinute, slice: 1 }
  return { key: `${key}/codes`, most: callsPerMinute * CODES.times, slice: CODES.slice }
}

/** Lets proven calls in: from where the record allows them, and not more than so many a minute. */
export function createAdmission(
  deps: UseCaseDeps,
  {
    callsPerMinute = CALLS_PER_MINUTE,
    audit,
    log,
  }: Pick<GameServersDeps, 'callsPerMinute' | 'audit' | 'log'>,
): Pick<GameServersPort, 'admit' | 'noteForged'> {
  const fits = createMinuteCounter((calls) => countCalls(deps, calls))
  const news = createRecentNews()

  /** Somebody elsewhere has the key. */
  async function noteForeignAddress(server: CatalogueServer, call: ProvenCall): Promise<void> {
    if (!news.isNew(`address ${server.key}`, deps.nowMs())) return
    const { status, code } = coreErrors.game_address
    await audit.event(entryOf(server, call), { status, code }).catch((error: unknown) => {
      log.error(error, 'a call with the key of a game server from a foreign address is not in the audit')
    })
  }

  return {
    // Strangers can cause these as often as they like, so they are in the log and not in the audit.
    noteForged(server, address) {
      if (!news.isNew(`forged ${server.key}`, deps.nowMs())) return
      log.warn({ server: server.key, address }, 'a call in the name of a game server has a wrong signature')
    },

    async admit(server, call) {
      const { address, title, sentAtMs } = call
      const record = deps.catalogue.current().serverByKey.get(server.key)
      if (!isListedAddress(record?.connection.openAddresses ?? [], address)) {
        await noteForeignAddress(server, call)
        throw new AppError(coreErrors.game_address, { params: { address } })
      }
      const isBeat = title === heartbeat.title
      // Sent again, by whomever, it takes nothing from the server.
      if (isBeat && (await wasHeard(deps, { key: server.key, sentAtMs }))) return
      const counted = countedAs(server, title, callsPerMinute)
      if (await fits(counted, minuteOf(deps.nowMs()))) return
      throw new AppError(coreErrors.too_many_requests)
    },
  }
}
