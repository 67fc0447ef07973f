export * from './catalogue.ts'
export * from './player-lookup.ts'
export * from './server-state.ts'
export * from './administration/index.ts'
