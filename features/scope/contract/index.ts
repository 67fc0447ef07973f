export * from './lists.ts'
export * from './player-lookup.ts'
export * from './server-state.ts'
