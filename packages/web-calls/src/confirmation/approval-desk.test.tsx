import { defineApproval, defineRoute, schemas, z } from '@qd/contract-kit'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../api/call.ts'
import { provideApprovals, setApprovalsOn } from './approval-desk.ts'
import type { UnapprovedCall } from './approval-desk.ts'

const close = defineRoute({
  method: 'POST',
  path: '/platform/close',
  title: 't',
  permission: 'session',
  level: 0,
  risk: 'R3',
  approval: defineApproval({ type: 'test.close', title: 't' }),
  body: z.object({ lineId: z.string(), ...schemas.confirmation }),
  target: ({ body }) => ({ lineId: body.lineId }),
  reply: z.string(),
})

const POLICY = { name: 'North', stages: [{ name: 'Lead', need: 1, groups: [] }] }

describe('a call that somebody has to approve first', () => {
  it('is handed in with its arguments and its reason, and told as no failure', async () => {
    const handed: UnapprovedCall[] = []
    setApprovalsOn(true)
    onTestFinished(() => setApprovalsOn(false))
    provideApprovals(async () => async (refused) => handed.push(refused) > 0)
    const details = { type: 'test.close', risk: 'R3', policy: POLICY }
    const err = { code: 'approval_required', retryable: false, details }
    const api = fakeApi([fake(close, () => new FakeFailure(428, 'approval_required', 'ask first', { err }))])
    const lines = [{ lineId: 'n', lineCode: 'n', name: 'N', environment: 'production' as const }]
    await renderWithApp(<i />, { scope: { lines } })
    const body = { lineId: 'n', reason: 'season over' }
    const failure: unknown = await call(close, { body }, { tag: 'kit:preset.title', told: 'toast' }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'aborted', isHandedIn: true })
    expect(handed).toEqual([
      {
        ...details,
        route: 'POST /platform/close',
        input: { body },
        text: '',
        reason: 'season over',
      },
    ])
    // Nobody typed a name before it: what waits for others is not confirmed.
    expect(api.callsOf(close)).toHaveLength(1)
  })
})
