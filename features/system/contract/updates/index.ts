export * from './calls.ts'
export * from './errors.ts'
