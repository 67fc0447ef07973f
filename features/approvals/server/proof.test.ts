import { hash } from 'node:crypto'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it } from 'vitest'
import { sealedProof, unsealedProof, verifyProof } from './index.ts'
import { aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'

/** In the tests no row of an audit is kept; those of the real chain are tried with the whole console. */
const checks = { hashOfRow: (row: object) => hash('sha256', JSON.stringify(row), 'hex') }
const ROW = {
  seq: 1,
  at: 1,
  kind: 'commit',
  ref: null,
  actor_id: 'id-bob',
  action: 'approvals.vote',
  scope: '*',
  status: 0,
  prev_hash: '',
}

describeOnBothDatabases('the proof of a request', worldMigrations, (open) => {
  async function proof(): Promise<string> {
    const world = approvalsWorld(await open())
    await world.seed(aPolicy())
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const { id, hash: of } = (await world.submit(ann, { what: '灯 💡' })).body.data
    const vote = { id, hash: of, decision: 'approve' }
    expect((await bob.post('/platform/approvals/vote', vote)).http).toBe(200)
    const sent = await bob.post<string>('/platform/approvals/proof', { id })
    const { proof: read, isWhole } = unsealedProof(sent.raw)
    expect(isWhole).toBe(true)
    const entry = { entry: { detail: { approval: id, decision: 'approve', hash: of } } }
    const row = { ...ROW, target: id, entry: JSON.stringify(entry) }
    return sealedProof({ ...read, chain: [{ ...row, hash: checks.hashOfRow(row) }] })
  }
  const holds = (text: string) => verifyProof(text, checks).problems.length === 0

  it('does not hold with one byte changed, left out or put in, wherever it is', async () => {
    const text = await proof()
    expect(verifyProof(text, checks).problems).toEqual([])
    const bytes = Buffer.from(text)
    const unseen: [number, string][] = []
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = bytes[at]! ^ 1
      const shorter = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      const longer = Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])
      for (const [how, touched] of Object.entries({ flipped, shorter, longer })) {
        if (holds(touched.toString('utf8'))) unseen.push([at, how])
      }
    }
    expect(unseen).toEqual([])
  })

  it('closed anew it does not hold either where it tells something else than the audit', async () => {
    const { proof: read } = unsealedProof(await proof())
    const [vote] = read.votes
    expect(holds(sealedProof(read))).toBe(true)
    expect(holds(sealedProof({ ...read, votes: [{ ...vote!, decision: 'reject' }] }))).toBe(false)
    expect(holds(sealedProof({ ...read, votes: [] }))).toBe(false)
    const ended = { ...read.request, execution: 'succeeded' as const, endedAt: 5 }
    expect(holds(sealedProof({ ...read, request: ended }))).toBe(false)
  })
})
