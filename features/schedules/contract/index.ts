export * from './calls.ts'
export * from './errors.ts'
export * from './permissions.ts'
export * from './views.ts'
