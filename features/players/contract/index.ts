export * from './new-user.ts'
export * from './player-mark.ts'
export * from './player-page.ts'
export * from './recent.ts'
