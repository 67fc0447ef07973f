export { readTables } from './backup/read-tables.ts'
export type { StoredValue, TablePage } from './backup/read-tables.ts'
export { beginRestore } from './backup/restore-target.ts'
export { refuseCutRestore } from './backup/restore-mark.ts'
export { writeTables } from './backup/write-tables.ts'
export type { AnyTx } from './any-tx.ts'
export { column } from './column.ts'
export { count } from './count.ts'
export { createLeases } from './lease/create-leases.ts'
export type { LeaseOptions, Leases } from './lease/create-leases.ts'
export type { Lease } from './lease/held-lease.ts'
export { leaseMigrations } from './lease/lease-table.ts'
export { openStore } from './open-store.ts'
export { publishWith } from './write-scope.ts'
export { containsFolded, foldForSearch } from './search.ts'
export { assertSqliteVersion } from './sqlite/sqlite-version.ts'
export { isPassingFault } from './passing-fault.ts'
export { isStoreError, isTwin, StoreError } from './store-error.ts'
export type { StoreErrorCode } from './store-error.ts'
export type { StoreCondition } from './store-condition.ts'
export type {
  Broadcast,
  Dialect,
  Migration,
  Statement,
  StatementTarget,
  StatementText,
  Store,
  StoreOptions,
  WriteOptions,
} from './store.ts'
