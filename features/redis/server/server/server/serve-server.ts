import { AppError, coreErrors } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { serve, serveAskedChannel } from '@qd/server-kit'
import type { CallContext, ServedChannel, ServedRoute, SessionPort } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import type { DatabaseRef, Databases } from '../../guard/databases.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { readAdvice } from './advice.ts'
import { changeAclOn, changeServerOn } from './change-server.ts'
import { onNodes } from './on-nodes.ts'
import type { NodeAnswer, NodesAsk, ServerNode } from './on-nodes.ts'
import { readAcl } from './read-acl.ts'
import { readClients } from './read-clients.ts'
import { readConfig } from './read-config.ts'
import { readInfo } from './read-info.ts'
import { readLatency } from './read-latency.ts'
import { readMemory } from './read-memory.ts'
import { readSlowLog, slowKinds } from './read-slow-log.ts'
import { listOf, numberOf, pairsOf, textOf } from './replies.ts'
import { Samplers } from './sampler.ts'

export interface ServerDeps {
  readonly databases: Databases
  /** Rights as they are now: a page stays open for hours. */
  readonly session: Pick<SessionPort, 'current'>
  /** A refusal in words. */
  readonly say: (error: AppError, lang: Language) => string
}

async function readModules(node: ServerNode): Promise<{ modules: { name: string; version: number }[] }> {
  const list = listOf(await node.ask('MODULE', 'LIST')).map(pairsOf)
  return {
    modules: list.map((facts) => ({ name: textOf(facts.get('name')), version: numberOf(facts.get('ver')) })),
  }
}

export function askOf(deps: ServerDeps, ctx: CallContext): NodesAsk {
  const failure = (error: unknown) =>
    error instanceof AppError
      ? { code: error.def.code, msg: deps.say(error, ctx.lang) }
      : { code: '', msg: '' }
  return { signal: ctx.signal, failure }
}

/** Asks all nodes for one thing. */
export async function readFrom<T>(
  deps: ServerDeps,
  { body }: { body: DatabaseRef },
  ctx: CallContext,
  read: (node: ServerNode) => Promise<T>,
): Promise<{ nodes: NodeAnswer<T>[] }> {
  return { nodes: await onNodes(await deps.databases.of(ctx, body), askOf(deps, ctx), read) }
}

/** The gate asks for the name in production only; here it is asked for everywhere. */
export async function confirmed(
  deps: ServerDeps,
  { body }: { body: DatabaseRef & { confirm?: string | undefined } },
  ctx: CallContext,
  risk: 'R3' | 'R4',
): Promise<RedisDatabase> {
  const database = await deps.databases.of(ctx, body)
  const expected = database.connection.name
  if (body.confirm === expected) return database
  throw new AppError(coreErrors.confirm_required, {
    field: 'confirm',
    params: { expected },
    details: { risk, expected },
  })
}

function liveChannel({ databases, session }: ServerDeps): ServedChannel {
  const samplers = new Samplers()
  return serveAskedChannel(contract.serverChannel, async (open, page) => {
    const { caller: opener, place } = page
    const database = async () => {
      const caller = await session.current(opener.sessionId)
      if (caller === null) throw new AppError(coreErrors.session_expired)
      return databases.of({ caller, place }, open)
    }
    // What opening can end with, and a look at keys of others, refuses the channel.
    await (await database()).check(['INFO'], { isServerPage: true })
    const end = samplers.look(`${open.lineId}/${open.connectionId}`, {
      everyMs: open.everyMs,
      database,
      tell: (samples) => page.send({ kind: 'samples', samples: [...samples] }),
      fail: (error) => page.send({ kind: 'failed', ...page.failure(error) }),
    })
    return { asks: {}, end }
  })
}

function reads(deps: ServerDeps): ServedRoute[] {
  return [
    serve(contract.serverInfo, (input, ctx) => readFrom(deps, input, ctx, readInfo)),
    serve(contract.serverClients, (input, ctx) => readFrom(deps, input, ctx, readClients)),
    serve(contract.serverSlowLog, async (input, ctx) => {
      const database = await deps.databases.of(ctx, input.body)
      const kinds = await slowKinds(database)
      const replicas = await database.replicas()
      const read = (node: ServerNode) => readSlowLog(node, input.body.log)
      const nodes = await onNodes(database, askOf(deps, ctx), read, [...database.masters(), ...replicas])
      return { kinds, replicas: [...replicas], nodes }
    }),
    serve(contract.serverLatency, (input, ctx) => readFrom(deps, input, ctx, readLatency)),
    serve(contract.serverMemory, (input, ctx) => readFrom(deps, input, ctx, readMemory)),
    serve(contract.serverConfig, (input, ctx) => readFrom(deps, input, ctx, readConfig)),
    serve(contract.serverAcl, (input, ctx) => readFrom(deps, input, ctx, readAcl)),
    serve(contract.serverModules, (input, ctx) => readFrom(deps, input, ctx, readModules)),
    serve(contract.serverAdvice, (input, ctx) =>
      readFrom(deps, input, ctx, (node) => readAdvice(node, ctx.place.environment === 'production')),
    ),
  ]
}

/** What is typed to confirm: the name of the connection. */
export const nameOf =
  (deps: ServerDeps) =>
  async ({ body }: { body: DatabaseRef }, ctx: CallContext): Promise<string> =>
    (await deps.databases.of(ctx, body)).connection.name

/** Pages of the server behind a connection. */
export function serveServer(deps: ServerDeps): { routes: ServedRoute[]; channels: ServedChannel[] } {
  const targetName = nameOf(deps)
  return {
    routes: [
      ...reads(deps),
      serve(contract.changeServer, {
        targetName,
        handle: async (input, ctx) => {
          const database = await confirmed(deps, input, ctx, 'R3')
          const ask = { ...askOf(deps, ctx), note: (detail: Record<string, unknown>) => ctx.note(detail) }
          return { nodes: await changeServerOn(database, input.body.change, ask) }
        },
      }),
      serve(contract.changeAcl, {
        targetName,
        handle: async (input, ctx) => {
          const database = await confirmed(deps, input, ctx, 'R4')
          return { nodes: await changeAclOn(database, input.body.aclChange, askOf(deps, ctx)) }
        },
      }),
    ],
    channels: [liveChannel(deps)],
  }
}
