// One game server of the sandbox in a process of its own, without a tick: `game-server.ts FOLDER PLAYERS`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGameServerForTest } from '@qd/sandbox/testing'

const [folder = '', players = ''] = process.argv.slice(2)
const { server, target, lines, stop } = await startGameServerForTest({
  players: Number(players),
  databasePath: join(folder, 'game.sqlite'),
})
// What a tick would do, as without it memory keeps every player ever looked at.
setInterval(() => {
  server.game.players.flush()
  lines.length = 0
}, 1_000)
writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
console.log(`ready at ${target.apiUrl}`)
