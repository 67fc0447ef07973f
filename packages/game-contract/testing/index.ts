export { describeAdapter } from './describe-adapter.ts'
export type { ConformanceTrial } from './describe-adapter.ts'
export type { ConformanceFixtures } from './adapter-calls.ts'
export { PLAIN_TRIES } from './plain-tries.ts'
