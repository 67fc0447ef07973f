export * from './filled-parts.ts'
export * from './languages.ts'
export * from './format.ts'
export * from './local-text.ts'
