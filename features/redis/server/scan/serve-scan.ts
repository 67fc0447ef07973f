import { AppError, coreErrors } from '@qd/contract-kit'
import { serveAskedChannel } from '@qd/server-kit'
import type { ServedChannel, SessionPort } from '@qd/server-kit'
import { keysChannel, redisErrors } from '../../contract/index.ts'
import type { Databases } from '../guard/databases.ts'
import { takeSeats } from '../seats.ts'
import { KeysSession } from './keys-session.ts'
import type { ScanLimits } from './keys-session.ts'

/** Key lists one person may have open on a node: each keeps a tree. */
const LISTS_MAX = 20

export interface ScanDeps {
  readonly databases: Databases
  /** Rights as they are now: a list stays open for hours. */
  readonly session: Pick<SessionPort, 'current'>
  readonly limits: ScanLimits
}

/** The keys of one database, as a page looks at them. */
export function serveScan({ databases, session, limits }: ScanDeps): ServedChannel[] {
  const take = takeSeats(LISTS_MAX, redisErrors.redis_lists_full)
  const channel = serveAskedChannel(keysChannel, async (open, page) => {
    const give = take(page.caller.userId)
    try {
      const { caller: opener, place } = page
      const keys = new KeysSession(limits, {
        async database() {
          const caller = await session.current(opener.sessionId)
          if (caller === null) throw new AppError(coreErrors.session_expired)
          return databases.of({ caller, place }, open)
        },
        tellLink({ state, attempt, error }) {
          const why = error === null ? { code: '', msg: '' } : page.failure(error)
          page.send({ kind: 'link', state, attempt, ...why })
        },
        tell: (progress) => page.send({ kind: 'scan', progress }),
        isBehind: () => page.isBehind(),
        failure: (error) => page.failure(error),
      })
      // What opening can end with refuses the channel.
      await keys.database()
      return {
        asks: keys.asks,
        end() {
          keys.end()
          give()
        },
      }
    } catch (error) {
      give()
      throw error
    }
  })
  return [channel]
}
