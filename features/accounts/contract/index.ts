export * from './account.ts'
export * from './own-sessions.ts'
export * from './api-tokens.ts'
export * from './users.ts'
