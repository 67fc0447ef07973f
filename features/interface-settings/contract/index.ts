export * from './errors.ts'
export * from './preference.ts'
export * from './preset.ts'
