export * from './languages.ts'
export * from './format.ts'
