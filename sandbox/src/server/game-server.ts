import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HEARTBEAT_EVERY_MS } from '@qd/game-contract/open'
import { ConsoleClient } from '../console/console-client.ts'
import { goOnRedeeming } from '../console/go-on-redeeming.ts'
import { startHeartbeats } from '../console/send-heartbeats.ts'
import { Redemptions } from '../game/codes/redemptions.ts'
import { Game } from '../game/game.ts'
import type { GameOptions } from '../game/game-options.ts'
import { ContractHandler } from '../http/contract-handler.ts'
import type { ServerKey } from '../http/contract-handler.ts'
import { SocketGateway } from '../socket/socket-gateway.ts'
import { SOCKET_PATH } from '../socket/socket-path.ts'

/** An `import` reads every export of this module, and that of its WebSocket loads Node's HTTP client: 13 MB nobody uses. */
const { createServer } = process.getBuiltinModule('node:http')

const REDEEM_EVERY_MS = 1000

export interface GameServerOptions extends GameOptions, ServerKey {
  /** Tried first; when it is taken the system chooses another. */
  preferredPort: number
  /** The game's code, by which the console knows it. */
  gameId: string
  /** How often it tells the console that it lives. */
  heartbeatMs?: number
}

export interface GameServer {
  game: Game
  /** Where the console is, once somebody says so. */
  console: ConsoleClient
  redemptions: Redemptions
  port: number
  close: () => Promise<void>
}

async function listenOn(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise.finally(() => server.off('error', reject))
}

async function listen(server: Server, preferredPort: number): Promise<number> {
  try {
    await listenOn(server, preferredPort)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await listenOn(server, 0)
  }
  return (server.address() as AddressInfo).port
}

/** Opens one game server's two doors, HTTP and WebSocket, on one port of the loopback address. */
export async function openGameServer(options: GameServerOptions): Promise<GameServer> {
  const game = new Game(options)
  const { serverId, keyId, hashKey, heartbeatMs = HEARTBEAT_EVERY_MS } = options
  const from = `${options.gameId}/${game.platform}/${game.sId}`
  const console = new ConsoleClient({ keyId, hashKey, from, now: options.now })
  const redemptions = new Redemptions(game, console)
  const handler = new ContractHandler(game, { serverId, keyId, hashKey }, console)
  const server = createServer((request, response) => {
    handler.handle(request, response).catch((error: unknown) => {
      game.log.write('warn', 'http.cut', { reason: String(error) })
      response.destroy()
    })
  })
  const port = await listen(server, options.preferredPort)
  // Only now: it would take a busy port, which is answered by trying another, for a failure of its own.
  const gateway = new SocketGateway(game, { server, path: SOCKET_PATH, hashKey, redemptions })
  game.log.write('info', 'server.started', { sId: game.sId, port, players: game.store.count() })
  const stopHeartbeats = startHeartbeats(game, console, heartbeatMs)
  const stopRedeeming = goOnRedeeming(redemptions, {
    client: console,
    log: game.log,
    everyMs: REDEEM_EVERY_MS,
  })
  return {
    game,
    console,
    redemptions,
    port,
    close: async () => {
      stopHeartbeats()
      stopRedeeming()
      gateway.close()
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      await promise
      game.close()
    },
  }
}
