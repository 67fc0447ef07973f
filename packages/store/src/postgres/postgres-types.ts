import pg from 'pg'
import { StoreError } from '../store-error.ts'

const BOOL = 16
const INT8 = 20
const NUMERIC = 1700

/** Rows look as they do on SQLite: whole numbers as safe numbers, truth as 1 and 0. */
export function portableTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, safeNumber)
  // sum() of BIGINT is NUMERIC here and an integer there.
  types.setTypeParser(NUMERIC, safeNumber)
  types.setTypeParser(BOOL, (text: string) => (text === 't' ? 1 : 0))
  return types
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new StoreError('store_unsafe_integer', 'A stored integer is above 2^53.')
  }
  return value
}
