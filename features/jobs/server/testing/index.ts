export { jobsWorld, worldMigrations } from './jobs-world.ts'
export type { PrepareTally, RunTally } from './jobs-world.ts'
