import { expect, it } from 'vitest'
import type { StepResult } from '../../contract/index.ts'
import { KEPT_CHARS, KEPT_ROWS, keptResult } from './kept-result.ts'

const step = { step: 0, kind: 'read', title: 'bag', status: 'done' } as StepResult

it('of a large result its beginning is kept, a small one as it is', () => {
  const small = { ...step, json: { gold: '5' }, table: { columns: [], rows: [] } } as StepResult
  expect(keptResult(small)).toEqual(small)
  const large = { ...step, json: { note: '灯'.repeat(KEPT_CHARS) } }
  const kept = keptResult(large).json as string
  expect(kept.startsWith('{"note":"灯灯')).toBe(true)
  expect(kept).toHaveLength(KEPT_CHARS + 1)
  const rows = Array.from({ length: KEPT_ROWS + 1 }, (_each, at) => [at])
  const table = { columns: [], rows } as unknown as NonNullable<StepResult['table']>
  expect(keptResult({ ...step, table }).table?.rows).toHaveLength(KEPT_ROWS)
})
