export { jobsWorld, worldMigrations } from './jobs-world.ts'
export { whenHeard } from './when-heard.ts'
export type { PrepareTally, RunTally } from './tally-feature.ts'
