export { callingServer, signedAs } from './speak-as-server.ts'
export type { CallingServer } from './speak-as-server.ts'
export { OWN_PROCESSES, startTestConsole } from './start-test-console.ts'
export type { TestConsole } from './start-test-console.ts'
export { startConsoleProcess } from './console-process.ts'
export { speakTo } from './speak-to.ts'
export type { Answer, Speaker } from './speak-to.ts'
export { peopleDesk } from './people-desk.ts'
export { proven } from './proven.ts'
export { withoutFactor } from './without-factor.ts'
export { openLive } from './open-live.ts'
export type { LiveFrame, LiveSocket } from './open-live.ts'
export { dataEditMigrations, freshKey, ordinaryEditor, startBulkConsole } from './start-bulk-console.ts'
export type { BulkConsoleTables } from './start-bulk-console.ts'
export { startBalancer } from './start-balancer.ts'
export { OTHER_FILES, OTHER_LAYOUT, OTHER_LOGIN, speakOther } from './other-game.ts'
export { recordingJobs } from './recording-jobs.ts'
export { ownRedis } from './own-redis.ts'
export { searchRedis } from './search-redis.ts'
export type { SearchRedis } from './search-redis.ts'
export { mailDesk, mailKey } from './mail-desk.ts'
export { AT_MAIL, aMailDraft, freshMailKey, mailWorld, mailWorldMigrations } from './mail-world.ts'
export type { MailWorld, MailWorldTables } from './mail-world.ts'
export { CODES_LINE, CODES_MINUTE_MS, codesWorld, codesWorldMigrations } from './codes-world.ts'
export { aCodeBatch } from './a-code-batch.ts'
export { draftBatch } from './codes-desk.ts'
export { redeeming, startCodeRush } from './code-rush.ts'
export type { RushAnswer, RushCall } from './code-rush.ts'
export {
  LINE_NAME,
  PRODUCTION_LINE,
  PRODUCTION_PLAYER,
  PRODUCTION_SERVER,
  productionCalls,
  productionKey,
  queryText,
  SERVER_NAME,
  yearly,
} from './production-calls.ts'
export type { ProductionCall } from './production-calls.ts'
