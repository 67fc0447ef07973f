import { expect } from 'vitest'
import { aCodeBatch } from './a-code-batch.ts'
import type { Speaker } from './speak-to.ts'

interface Batch {
  lineId: string
  batchId: string
  revision: number
}

/** A draft of one universal code of a line, made by the call a page makes. */
export async function draftBatch(admin: Speaker, lineId: string, name: string): Promise<Batch> {
  const draft = aCodeBatch({
    name,
    kind: 'universal',
    quantity: 1,
    total: 100,
    gift: [{ number: '10001', quantity: '5' }],
  })
  const body = { lineId, batchId: null, revision: 0, draft }
  const { http, body: answer } = await admin.post<{ id: string; revision: number }>(
    '/partner/codes/save',
    body,
  )
  expect([http, answer.msg]).toEqual([200, ''])
  return { lineId, batchId: answer.data.id, revision: answer.data.revision }
}
