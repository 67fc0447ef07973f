export { jobsWorld, worldMigrations } from './jobs-world.ts'
export type { PrepareTally, RunTally } from './tally-feature.ts'
