export * from './lists.ts'
export * from './player-lookup.ts'
export * from './player-search.ts'
export * from './server-state.ts'
