export * from './new-user.ts'
export * from './recent.ts'
