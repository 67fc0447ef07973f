import { defineRoute, schemas, z } from '@qd/contract-kit'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '@qd/web-base'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { call } from '../api/call.ts'
import { provideStepUp } from './step-up.ts'
import type { StepUpWay } from './step-up.ts'

const wipe = defineRoute({
  permission: 'session',
  level: 0,
  reply: z.string(),
  method: 'POST',
  path: '/platform/wipe',
  title: 't',
  risk: 'R4',
  body: z.object({ lineId: z.string(), ...schemas.confirmation }),
  target: ({ body }) => ({ lineId: body.lineId }),
})

const ASKER = { tag: 'kit:preset.title', told: 'form' } as const
const LINES = [{ lineId: 'north', lineCode: 'n', name: 'North', environment: 'production' as const }]
const ACTION = 'a'.repeat(64)

const desk = { proven: false, given: [] as unknown[], tell: (_fault: string | null): void => undefined }
const wrong = () => new CallError({ code: 'code_wrong', message: 'That code is wrong' })

function asks(way: StepUpWay, expected?: string) {
  const code = expected === undefined ? 'step_up_needed' : 'confirm_required'
  const stepUp = { action: ACTION, ways: [way], provider: way === 'provider' ? 'Harbour ID' : '' }
  const details = { stepUp, ...(expected === undefined ? {} : { expected }) }
  return new FakeFailure(428, code, 'prove it', { err: { code, retryable: false, details } })
}

beforeEach(() => {
  Object.assign(desk, { proven: false, given: [] })
  provideStepUp(async () => ({
    async give(_action, typed) {
      desk.given.push(typed)
      if ('code' in typed && typed.code !== '123456') throw wrong()
      desk.proven = true
    },
    providerAddress: async () => 'https://id.example/again',
    isGiven: async () => desk.proven,
    onReturn(listener) {
      desk.tell = listener
      return () => undefined
    },
  }))
})

async function open(handler: Parameters<typeof fake<typeof wipe>>[1]) {
  const api = fakeApi([fake(wipe, handler)])
  const { user } = await renderWithApp(<i />, { language: 'en', scope: { ...TEST_SCOPE, lines: LINES } })
  return { api, user }
}
const question = async () => within(await screen.findByRole('dialog'))
const answerOf = () => call(wipe, { body: { lineId: 'north' } }, ASKER)

describe('a call that wants a proof', () => {
  it('asks for reason, name and code in one dialog, and sends the same call again', async () => {
    const { api, user } = await open(({ body }) =>
      body.confirm === 'north' && desk.proven ? 'wiped' : asks('code', 'north'),
    )
    const answer = answerOf()
    const dialog = await question()
    const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'season')
    await user.type(dialog.getByRole('textbox', { name: /^Type/ }), 'north')
    expect(go.disabled).toBe(true)
    await user.type(dialog.getByLabelText('Code of the second factor'), '123456{Enter}')
    await expect(answer).resolves.toBe('wiped')
    expect(api.callsOf(wipe).map(({ body }) => body)).toEqual([
      { lineId: 'north' },
      { lineId: 'north', reason: 'season', confirm: 'north' },
    ])
    expect(desk.given).toEqual([{ code: '123456' }])
  })

  it('says at the field that the code is wrong, and loses nothing that was typed', async () => {
    const { api, user } = await open(() => (desk.proven ? 'wiped' : asks('code', 'north')))
    const answer = answerOf()
    const dialog = await question()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'season')
    await user.type(dialog.getByRole('textbox', { name: /^Type/ }), 'north')
    const code = dialog.getByLabelText<HTMLInputElement>('Code of the second factor')
    await user.type(code, '000000{Enter}')
    await dialog.findByText('That code is wrong')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ }).value).toBe('season')
    expect([code.value, api.callsOf(wipe).length]).toEqual(['000000', 1])
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    await expect(answer).resolves.toBe('wiped')
  })

  it('asks for the password where there is no second factor, and for nothing else outside production', async () => {
    const { user } = await open(() => (desk.proven ? 'wiped' : asks('password')))
    const answer = answerOf()
    const dialog = within(await screen.findByRole('dialog', { name: 'Prove that it is you' }))
    expect(dialog.queryAllByRole('textbox')).toEqual([])
    await user.type(dialog.getByLabelText('Current password'), 'secret{Enter}')
    await expect(answer).resolves.toBe('wiped')
    expect(desk.given).toEqual([{ password: 'secret' }])
  })

  it('is not sent when the operator decides against it, and nobody is told of a failure', async () => {
    const { api, user } = await open(() => asks('code'))
    const answer = answerOf().catch((error: unknown) => error)
    await question()
    await user.keyboard('{Escape}')
    expect(await answer).toMatchObject({ code: 'aborted', told: '' })
    expect(api.callsOf(wipe)).toHaveLength(1)
  })

  it('signs in again in a second window, and goes on when that is through', async () => {
    const second = { location: { href: '' }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(second as unknown as Window)
    const { user } = await open(() => (desk.proven ? 'wiped' : asks('provider')))
    const answer = answerOf()
    const dialog = await question()
    await user.click(dialog.getByRole('button', { name: /Sign in again with Harbour ID$/ }))
    await waitFor(() => expect(second.location.href).toBe('https://id.example/again'))
    desk.tell('You signed in with another company account.')
    await dialog.findByText('You signed in with another company account.')
    await user.click(dialog.getByRole('button', { name: /Sign in again with Harbour ID$/ }))
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
    await dialog.findByText(/in the new window/)
    desk.proven = true
    desk.tell(null)
    await expect(answer).resolves.toBe('wiped')
  })

  it('says so when the browser opens no second window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await open(() => asks('provider'))
    const answer = answerOf().catch((error: unknown) => error)
    const dialog = await question()
    await user.click(dialog.getByRole('button', { name: /Sign in again with Harbour ID$/ }))
    await dialog.findByText(/Allow pop-ups/)
    await user.keyboard('{Escape}')
    await answer
  })
})
