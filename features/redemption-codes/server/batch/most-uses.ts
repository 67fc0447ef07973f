import { mostUses, weighedUses } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'

type Counts = Pick<BatchRow, 'total' | 'per_code' | 'quantity'>
const countsOf = ({ total, per_code: perCode, quantity }: Counts) => ({ total, perCode, quantity })

export const mostUsesOf = (row: Counts): number | null => mostUses(countsOf(row))
export const weighedUsesOf = (row: Counts): number => weighedUses(countsOf(row))
