import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { runGameServer } from '../server/run-game-server.ts'
import type { RunningServer } from '../server/run-game-server.ts'
import type { LaterLine, ServerConfig } from './server-config.ts'

async function run(config: ServerConfig): Promise<RunningServer> {
  const server = await runGameServer(config)
  // Written before the ready line, so that servers started after this one compile nothing again.
  flushCompileCache()
  console.log(JSON.stringify(server.ready))
  return server
}

const input = createInterface({ input: process.stdin })
let running: Promise<RunningServer> | null = null
input.on('line', (text) => {
  if (running !== null) {
    const { console: at } = JSON.parse(text) as LaterLine
    running.then(({ callConsole }) => callConsole(at)).catch(() => undefined)
    return
  }
  running = run(JSON.parse(text) as ServerConfig)
  running.catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
})
// The pipe closes when the sandbox stops and also when it is killed, so no server outlives it.
input.on('close', () => {
  Promise.resolve(running)
    .then((server) => server?.close())
    .finally(() => process.exit(0))
})
// A signal to the whole group, as from a terminal, is followed by the end of the pipe.
process.on('SIGINT', () => undefined)
