import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError, coreErrors } from '@qd/contract-kit'
import { serve, serveAskedChannel } from '@qd/server-kit'
import type {
  AskedSubscription,
  Caller,
  SecretBox,
  ServedChannel,
  ServedRoute,
  SessionPort,
} from '@qd/server-kit'
import { allowRedisCommand, CONSOLES_MAX, consoleChannel, redisErrors } from '../../contract/index.ts'
import type { Databases, DatabaseRef } from '../guard/databases.ts'
import { Allowances, giveAllowance } from './allowance.ts'
import { auditCommand, auditRefusal } from './console-audit.ts'
import type { AuditDeps, Typist } from './console-audit.ts'
import { ConsoleSession } from './console-session.ts'
import type { ConsolePage } from './console-session.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { takeSeats } from '../seats.ts'

export interface ConsoleDeps extends AuditDeps {
  readonly databases: Databases
  readonly session: Pick<SessionPort, 'current'>
  readonly secretBox: SecretBox
}

function pageOf(
  deps: ConsoleDeps,
  open: DatabaseRef,
  page: AskedSubscription<typeof consoleChannel>,
): ConsolePage {
  const { caller: opener, place, address } = page
  const { sessionId } = opener
  const id = randomUUID()
  const allowances = new Allowances(deps.secretBox)
  const typist = ({ connection, db }: RedisDatabase): Typist => ({
    caller: opener,
    place,
    address,
    connection,
    db,
  })
  const current = async (): Promise<Caller> => {
    const caller = await deps.session.current(sessionId)
    if (caller === null) throw new AppError(coreErrors.session_expired)
    return caller
  }
  let grants: Caller['grants'] | null = null
  return {
    id,
    isReadOnly: opener.isReadOnly === true,
    async database(db) {
      const caller = await current()
      grants = caller.grants
      return deps.databases.of({ caller, place }, { ...open, db })
    },
    hasSameRights: async () => isDeepStrictEqual((await current()).grants, grants),
    tellState: (state) => page.send({ kind: 'state', state }),
    tellMessages: (list, dropped) => page.send({ kind: 'messages', list, dropped }),
    isBehind: () => page.isBehind(),
    failure: (error) => page.failure(error),
    mayEndanger: (allowance, args, db) =>
      allowances.take(allowance, { sessionId, console: id, at: { ...open, db }, args }),
    noteStart: (database, sent) => auditCommand(deps, typist(database), sent),
    noteRefusal: (database, refused) => auditRefusal(deps, typist(database), refused),
  }
}

/** Consoles, each on the node of its page; and the confirmation of what is dangerous, on any node. */
export function serveConsole(deps: ConsoleDeps): { routes: ServedRoute[]; channels: ServedChannel[] } {
  const take = takeSeats(CONSOLES_MAX, redisErrors.redis_consoles_full)
  const channel = serveAskedChannel(consoleChannel, async (open, page) => {
    const give = take(page.caller.userId)
    const session = new ConsoleSession(pageOf(deps, open, page), open.db)
    try {
      // What opening can end with refuses the channel.
      await session.start()
    } catch (error) {
      session.end()
      give()
      throw error
    }
    return {
      asks: session.asks,
      end() {
        session.end()
        give()
      },
    }
  })
  const allow = serve(allowRedisCommand, {
    targetName: async ({ body }, ctx) => (await deps.databases.of(ctx, body)).connection.name,
    handle: async ({ body }, ctx) => {
      const { connection } = await deps.databases.of(ctx, body)
      // The gate asks for the name in production only; here it is asked for everywhere.
      if (body.confirm !== connection.name) {
        throw new AppError(coreErrors.confirm_required, {
          field: 'confirm',
          params: { expected: connection.name },
          details: { risk: 'R3', expected: connection.name },
        })
      }
      ctx.note({ connection: connection.name, db: body.db })
      const { sessionId } = ctx.caller
      const { console, args } = body
      return { allowance: giveAllowance(deps.secretBox, { sessionId, console, at: body, args }) }
    },
  })
  return { routes: [allow], channels: [channel] }
}
