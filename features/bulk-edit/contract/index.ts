export * from './errors.ts'
export * from './bulk.ts'
export * from './undo.ts'
export { bulkEditPermission } from './place.ts'
