export * from './decide.ts'
export * from './flow-state.ts'
export * from './in-window.ts'
