export { column } from './column.ts'
export { count } from './count.ts'
export { openStore } from './open-store.ts'
export { containsFolded, foldForSearch } from './search.ts'
export { assertSqliteVersion } from './sqlite/sqlite-version.ts'
export { isStoreError, StoreError } from './store-error.ts'
export type { StoreErrorCode } from './store-error.ts'
export type {
  Broadcast,
  Dialect,
  Migration,
  Statement,
  StatementTarget,
  StatementText,
  Store,
  StoreOptions,
} from './store.ts'
