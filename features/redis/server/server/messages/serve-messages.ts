import { AppError, coreErrors } from '@qd/contract-kit'
import type { AnyChannel } from '@qd/contract-kit'
import { serve, serveAskedChannel } from '@qd/server-kit'
import type { ServedChannel, ServedRoute, Subscription } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import type { HeardMessage, KeyEvent } from '../../../contract/index.ts'
import { bufferOf, bytesOf } from '../../bytes.ts'
import type { DatabaseRef } from '../../guard/databases.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { isServerRefusal } from '../../link/link-errors.ts'
import type { LinkMessage, LinkState } from '../../link/redis-link.ts'
import type { ServerDeps } from '../server/serve-server.ts'
import { readFrom } from '../server/serve-server.ts'
import { takeSeats } from '../../seats.ts'
import { pairsOf, textOf } from '../server/replies.ts'
import { Batch } from './batch.ts'
import { keyEventOf, toldBy, wantedEvents } from './key-event.ts'
import { readChannels } from './read-channels.ts'

function messageOf({ kind, channel, pattern, payload }: LinkMessage): HeardMessage {
  const isCut = payload.length > contract.MESSAGE_BYTES
  return {
    at: Date.now(),
    channel: bytesOf(channel.subarray(0, contract.MESSAGE_BYTES)),
    pattern: pattern ?? '',
    isSharded: kind === 'shard',
    payload: bytesOf(isCut ? payload.subarray(0, contract.MESSAGE_BYTES) : payload),
    bytes: payload.length,
    isCut,
  }
}

interface LinkPage {
  send(event: { kind: 'link'; state: LinkState['state']; attempt: number; code: string; msg: string }): void
  failure(error: unknown): { code: string; msg: string }
}

/** Tells the page how the socket of its subscriptions is. */
const tellLink =
  (page: LinkPage) =>
  ({ state, attempt, error }: LinkState): void => {
    const why = error === null ? { code: '', msg: '' } : page.failure(error)
    page.send({ kind: 'link', state, attempt, ...why })
  }

/** The database with the rights of now, for a page that is opened. */
async function databaseOf(
  { databases, session }: ServerDeps,
  page: Pick<Subscription<AnyChannel>, 'caller' | 'place'>,
  open: DatabaseRef,
): Promise<RedisDatabase> {
  const caller = await session.current(page.caller.sessionId)
  if (caller === null) throw new AppError(coreErrors.session_expired)
  return databases.of({ caller, place: page.place }, open)
}

/** Pages of one person that hear messages, on this node: each holds a socket, and others have theirs from the same few. */
export const LISTENS_MAX = 10

type Take = ReturnType<typeof takeSeats>

/** What a page hears, with its place among those of the person. */
async function seated(
  give: () => void,
  open: () => Promise<() => void>,
): Promise<{ asks: Record<string, never>; end: () => void }> {
  try {
    const end = await open()
    return {
      asks: {},
      end() {
        end()
        give()
      },
    }
  } catch (error) {
    give()
    throw error
  }
}

function messages(deps: ServerDeps, take: Take): ServedChannel {
  return serveAskedChannel(contract.messagesChannel, (open, page) =>
    seated(take(page.caller.userId), async () => {
      const database = await databaseOf(deps, page, open)
      const batch = new Batch<HeardMessage>(contract.MESSAGES_PER_SECOND, {
        isBehind: () => page.isBehind(),
        tell: (heard, dropped) => page.send({ kind: 'messages', messages: heard, dropped }),
      })
      const listening = await database.listen(open, {
        message: (message) => batch.add(() => messageOf(message)),
        state: tellLink(page),
      })
      return () => {
        listening.end()
        batch.end()
      }
    }),
  )
}

/** `notify-keyspace-events` of a master; empty where nobody may ask for it. */
async function settingOf(database: RedisDatabase): Promise<string> {
  const [node] = database.masters()
  const args = ['CONFIG', 'GET', 'notify-keyspace-events']
  const options = { isServerPage: true, isQuiet: true, ...(node === undefined ? {} : { node }) }
  const reply = await database.run(args, options).catch((error: unknown) => {
    if (error instanceof AppError && isServerRefusal(error)) return null
    throw error
  })
  return textOf(pairsOf(reply).get('notify-keyspace-events'))
}

function keyEvents(deps: ServerDeps, take: Take): ServedChannel {
  return serveAskedChannel(contract.keyEventsChannel, (open, page) =>
    seated(take(page.caller.userId), async () => {
      const database = await databaseOf(deps, page, open)
      const told = toldBy(await settingOf(database))
      const { pattern } = open
      const glob = Buffer.from(pattern)
      const batch = new Batch<KeyEvent>(contract.MESSAGES_PER_SECOND, {
        isBehind: () => page.isBehind(),
        tell: (events, dropped) => page.send({ kind: 'events', events, dropped }),
      })
      const wanted = wantedEvents(told, { pattern, db: open.allDatabases ? null : database.db })
      const listening = await database.listen(wanted, {
        message(message) {
          const event = keyEventOf(told, message, { pattern: glob, at: Date.now() })
          if (event !== null) batch.add(() => event)
        },
        state: tellLink(page),
      })
      return () => {
        listening.end()
        batch.end()
      }
    }),
  )
}

/** Channels, messages and events of keys. */
export function serveMessages(deps: ServerDeps): { routes: ServedRoute[]; channels: ServedChannel[] } {
  const take = takeSeats(LISTENS_MAX, contract.redisErrors.redis_links_full)
  return {
    routes: [
      serve(contract.serverChannels, (input, ctx) =>
        readFrom(deps, input, ctx, (node) => readChannels(node, input.body.pattern)),
      ),
      serve(contract.publishMessage, async ({ body }, ctx) => {
        const database = await deps.databases.of(ctx, body)
        const { channel, payload, isSharded } = body
        const args = [isSharded ? 'SPUBLISH' : 'PUBLISH', bufferOf(channel), bufferOf(payload)]
        return { receivers: Number(await database.run(args, { signal: ctx.signal })) }
      }),
    ],
    channels: [messages(deps, take), keyEvents(deps, take)],
  }
}
