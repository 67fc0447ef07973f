export * from './errors.ts'
export * from './bulk.ts'
