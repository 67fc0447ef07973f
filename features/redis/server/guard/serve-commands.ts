import { AppError, coreErrors } from '@qd/contract-kit'
import type { TargetRef } from '@qd/contract-kit'
import { serve, serveChannel } from '@qd/server-kit'
import type { CallContext, Caller, ServedChannel, ServedRoute } from '@qd/server-kit'
import { isUtf8 } from 'node:buffer'
import { commandLogChannel, redisCommand, redisErrors } from '../../contract/index.ts'
import type { Reply } from '../link/redis-link.ts'
import type { CommandLog } from './command-log.ts'
import type { Databases } from './databases.ts'
import { maskedCommand } from './masked-command.ts'

/** A connection as scripts name it: by id, or by where it goes. */
export type NamedConnection = { id: string } | { host: string; port: number; name?: string | undefined }

export interface CommandsDeps {
  readonly databases: Databases
  readonly log: CommandLog
  /** The stored connection meant; null for none. What a script brings beside its name is never used. */
  connectionIdOf(lineId: string, named: NamedConnection): Promise<string | null>
  /** Lines with a connection of this name that the caller reaches. */
  linesOf(caller: Caller, named: NamedConnection): Promise<readonly string[]>
}

/** The answer as JSON: numbers stay texts (S7.25); bytes that are no text are base64 where the caller takes them. */
export function shownReply(reply: Reply | Error, isBinary: boolean): unknown {
  if (reply === null || typeof reply === 'string') return reply
  if (Buffer.isBuffer(reply)) {
    return isBinary && !isUtf8(reply) ? { base64: reply.toString('base64') } : reply.toString()
  }
  if (reply instanceof AppError) return { error: String(reply.params['words'] ?? reply.def.code) }
  if (reply instanceof Error) return { error: reply.message }
  return reply.map((each) => shownReply(each, isBinary))
}

async function runCommand(
  deps: CommandsDeps,
  {
    body,
  }: { body: { command: string; params: string[]; connConfig: NamedConnection } & Record<string, unknown> },
  ctx: CallContext,
): Promise<unknown> {
  const { caller, place } = ctx
  const lineId = place.lineId!
  const connectionId = await deps.connectionIdOf(lineId, body.connConfig)
  if (connectionId === null)
    throw new AppError(redisErrors.redis_connection_not_found, { field: 'connConfig' })
  const db = typeof body['db'] === 'number' ? body['db'] : 0
  const database = await deps.databases.of({ caller, place }, { lineId, connectionId, db })
  const args = [...body.command.trim().split(/\s+/), ...body.params]
  const kind = await database.check(args, { isTyped: true })
  ctx.note({ connection: database.connection.name, db, kind, command: maskedCommand(args.slice(0, 2)) })
  if (kind === 'write') await ctx.confirm({ risk: 'R2', place, targetName: database.connection.name })
  if (kind === 'dangerous') await ctx.confirm({ risk: 'R3', place, targetName: database.connection.name })
  const reply = await database.run(args, { isTyped: true, signal: ctx.signal })
  return shownReply(reply, body['encoding'] === 'base64')
}

/** The line of the connection, for a script that names the connection alone, as the specification has it (S7.11). */
async function lineOf({ linesOf }: CommandsDeps, caller: Caller, named: NamedConnection): Promise<TargetRef> {
  const lines = await linesOf(caller, named)
  if (lines.length > 1) {
    const details = { candidates: lines.map((lineId) => ({ lineId })) }
    throw new AppError(coreErrors.scope_ambiguous, { field: 'lineId', details })
  }
  if (lines.length === 0) throw new AppError(redisErrors.redis_connection_not_found, { field: 'connConfig' })
  return { lineId: lines[0] }
}

/** Single commands, and the log of all commands that run in the caller's name. */
export function serveCommands(deps: CommandsDeps): { routes: ServedRoute[]; channels: ServedChannel[] } {
  return {
    routes: [
      serve(redisCommand, {
        findTarget: ({ body }, caller) => lineOf(deps, caller, body.connConfig),
        handle: (input, ctx) => runCommand(deps, input, ctx),
      }),
    ],
    channels: [
      serveChannel(commandLogChannel, (_open, { caller, send }) =>
        deps.log.listen(caller.userId, (entries) => send({ entries })),
      ),
    ],
  }
}
