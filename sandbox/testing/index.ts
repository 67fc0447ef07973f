export { startGameServerForTest } from './start-game-server-for-test.ts'
export type { TestClock, TestGameServer, TestServerOptions } from './start-game-server-for-test.ts'
export { NOTABLE_U_ID } from '../src/game/seed/notable-players.ts'
