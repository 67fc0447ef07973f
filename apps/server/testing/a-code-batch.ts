import type { BatchDraft } from '@qd/redemption-codes/contract'

/** A draft of a batch of codes, for tests that care for a part of it. */
export const aCodeBatch = (part: Partial<BatchDraft> = {}): BatchDraft => ({
  name: 'Spring',
  note: '',
  kind: 'once',
  quantity: 10,
  length: 12,
  prefix: '',
  word: '',
  perCode: null,
  perPlayerCode: 1,
  perPlayerBatch: null,
  total: null,
  validFrom: null,
  validTo: null,
  zone: 'UTC',
  gift: [{ number: '1001', quantity: '5' }],
  limits: [],
  alsoLines: [],
  exportOnce: false,
  ...part,
})
