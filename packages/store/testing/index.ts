export { describeOnBothDatabases } from './describe-on-both-databases.ts'
export { openStoreForTest } from './open-store-for-test.ts'
export { makeTestPlace } from './test-place.ts'
export type { TestPlace } from './test-place.ts'
