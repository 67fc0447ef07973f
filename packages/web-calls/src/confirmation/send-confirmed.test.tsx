import { defineRoute, schemas, z } from '@qd/contract-kit'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { call } from '../api/call.ts'
import { openConfirm } from '@qd/web-frame'
import { leaveSession } from '../session/session-end.ts'
import { useSession } from '@qd/web-base'
import { newConfirmation } from './confirmation.ts'

const base = { permission: 'session', level: 0, reply: z.string() } as const
/** R2, and more after a look at its target. */
const lift = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/lift',
  title: 't',
  risk: 'R2',
  risesTo: 'R3',
  confirms: 'named',
  body: z.object({ crate: z.string(), ...schemas.confirmation }),
})
const openLine = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/openLine',
  title: 't',
  risk: 'R3',
  body: z.object({ lineId: z.string(), ...schemas.confirmation }),
  target: ({ body }) => ({ lineId: body.lineId }),
})
const greet = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/greet',
  title: 't',
  risk: 'R1',
  body: z.object({ who: z.string() }),
})

const ASKER = { tag: 'kit:preset.title', told: 'form' } as const
const LINES = [{ lineId: 'north', lineCode: 'n', name: 'North', environment: 'production' as const }]

const asksFor = (expected: string) =>
  new FakeFailure(428, 'confirm_required', 'confirm it', {
    err: { code: 'confirm_required', retryable: false, details: { expected } },
  })

async function open(handler: Parameters<typeof fake<typeof lift>>[1]) {
  const api = fakeApi([fake(lift, handler), fake(openLine, () => 'open'), fake(greet, () => 'hello')])
  const scope = { ...TEST_SCOPE, lines: LINES }
  const { user } = await renderWithApp(<i />, { language: 'en', scope })
  return { api, user }
}

async function question() {
  return within(await screen.findByRole('dialog'))
}

const go = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

describe('a call the gate wants confirmed', () => {
  it('is asked for with reason and exact name, and sent again with both', async () => {
    const { api, user } = await open(({ body }) =>
      body.confirm === 'Big Crate' ? 'lifted' : asksFor('Big Crate'),
    )
    const answer = call(lift, { body: { crate: 'c1' } }, ASKER)
    const dialog = await question()
    await user.type(dialog.getByRole('textbox', { name: 'Type this to confirm: Big Crate' }), 'big crate')
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' moving ')
    expect(go().disabled).toBe(true)
    await user.clear(dialog.getByRole('textbox', { name: /^Type/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Type/ }), ' Big Crate {Enter}')
    await expect(answer).resolves.toBe('lifted')
    expect(api.callsOf(lift).map(({ body }) => body)).toEqual([
      { crate: 'c1' },
      { crate: 'c1', reason: 'moving', confirm: 'Big Crate' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is asked for before it is sent where declaration and place tell the name', async () => {
    const { api, user } = await open(() => 'lifted')
    const answer = call(openLine, { body: { lineId: 'north' } }, ASKER)
    const dialog = await question()
    expect(api.callsOf(openLine)).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'season')
    await user.type(dialog.getByRole('textbox', { name: /^Type/ }), 'north{Enter}')
    await expect(answer).resolves.toBe('open')
    expect(api.callsOf(openLine).map(({ body }) => body)).toEqual([
      { lineId: 'north', reason: 'season', confirm: 'north' },
    ])
  })

  it('asks for no reason it carries, and shows the words of the page', async () => {
    const { api, user } = await open(({ body }) => (body.confirm === 'c1' ? 'lifted' : asksFor('c1')))
    const confirmation = newConfirmation({ title: 'Heavy', text: 'Lifts 3 t', action: 'Lift' })
    const answer = call(lift, { body: { crate: 'c1', reason: 'given' } }, { ...ASKER, confirmation })
    const dialog = await question()
    dialog.getByText('Heavy')
    dialog.getByText('Lifts 3 t')
    expect(dialog.getAllByRole('textbox')).toHaveLength(1)
    await user.type(dialog.getByRole('textbox'), 'c1')
    await user.click(dialog.getByRole('button', { name: 'Lift' }))
    await expect(answer).resolves.toBe('lifted')
    expect(api.callsOf(lift)[1]?.body).toEqual({ crate: 'c1', reason: 'given', confirm: 'c1' })
  })

  it('one decision is asked for once, whatever number of calls it takes', async () => {
    const { api, user } = await open(({ body }) => (body.confirm === 'c1' ? 'lifted' : asksFor('c1')))
    const confirmation = newConfirmation()
    const all = (async () => {
      for (const crate of ['a', 'b', 'c']) await call(lift, { body: { crate } }, { ...ASKER, confirmation })
    })()
    const dialog = await question()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'r')
    await user.type(dialog.getByRole('textbox', { name: /^Type/ }), 'c1{Enter}')
    await all
    expect(api.callsOf(lift).map(({ body }) => Object.values(body as object))).toEqual([
      ['a'],
      ['a', 'c1', 'r'],
      ['b', 'c1', 'r'],
      ['c', 'c1', 'r'],
    ])
  })

  it.each(['Cancel', 'Escape'])('is not sent after %s, and nobody is told of a failure', async (way) => {
    const { api, user } = await open(() => asksFor('c1'))
    const answer = call(lift, { body: { crate: 'c1' } }, { ...ASKER, told: 'toast' }).catch(
      (error: unknown) => error,
    )
    const dialog = await question()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'r')
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(dialog.getByRole('button', { name: way }))
    expect(await answer).toMatchObject({ code: 'aborted', told: '' })
    expect(api.callsOf(lift)).toHaveLength(1)
    expect(screen.queryByText(/confirm it/)).toBeNull()
  })

  it('a reason that was cancelled is no reason for the next call', async () => {
    let isUp = false
    const { user } = await open(({ body }) => {
      if (body.confirm !== 'c1') return asksFor('c1')
      return isUp ? 'lifted' : new FakeFailure(503, 'upstream_down', 'away')
    })
    const attempt = () => call(lift, { body: { crate: 'c1' } }, ASKER).catch((error: unknown) => error)
    const reason = async () => (await question()).getByRole<HTMLInputElement>('textbox', { name: /^Reason/ })
    const first = attempt()
    await user.type(await reason(), 'why')
    await user.type(screen.getByRole('textbox', { name: /^Type/ }), 'c1{Enter}')
    await first
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    isUp = true
    const second = attempt()
    expect((await reason()).value).toBe('why')
    await user.keyboard('{Escape}')
    await second
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const third = attempt()
    expect((await reason()).value).toBe('')
    await user.keyboard('{Escape}')
    await third
  })
})

describe('the reason in the question', () => {
  it('one that is missing or too long is said at its field, nothing is sent, and what was typed stays', async () => {
    const { api, user } = await open(({ body }) => (body.confirm === 'c1' ? 'lifted' : asksFor('c1')))
    const answer = call(lift, { body: { crate: 'c1' } }, ASKER)
    const dialog = await question()
    const reason = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ })
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Type/ })
    const fault = () => document.getElementById(reason.getAttribute('aria-describedby')!)!.textContent
    expect(fault()).toBe('')
    await user.type(name, 'c1{Enter}')
    expect(fault()).toBe('Fill this in')
    expect(document.activeElement).toBe(reason)
    await user.click(reason)
    await user.paste('x'.repeat(501))
    expect(fault()).toBe('At most 500 characters')
    await user.click(go())
    expect([reason.value.length, name.value]).toEqual([501, 'c1'])
    expect(api.callsOf(lift)).toHaveLength(1)
    await user.type(reason, '{Backspace}{Enter}')
    await expect(answer).resolves.toBe('lifted')
    expect(api.callsOf(lift)[1]?.body).toMatchObject({ reason: 'x'.repeat(500) })
  })
})

describe('a confirmed call that is not answered as hoped', () => {
  it('a failure after it keeps the reason for the next try, until it has worked or the session ends', async () => {
    let tries = 0
    const { user } = await open(({ body }) => {
      if (body.confirm !== 'c1') return asksFor('c1')
      tries += 1
      return tries === 1 ? new FakeFailure(503, 'upstream_down', 'away') : 'lifted'
    })
    const attempt = async (reason: string) => {
      const answer = call(lift, { body: { crate: 'c1' } }, ASKER).catch((error: unknown) => error)
      const dialog = await question()
      const box = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ })
      const shown = box.value
      if (reason !== '') await user.type(box, reason)
      await user.type(dialog.getByRole('textbox', { name: /^Type/ }), 'c1{Enter}')
      const end = await answer
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      return { shown, end }
    }
    expect(await attempt('why')).toMatchObject({ shown: '', end: { code: 'upstream_down' } })
    expect(await attempt('')).toEqual({ shown: 'why', end: 'lifted' })
    tries = 0
    expect(await attempt('again')).toMatchObject({ shown: '' })
    const session = useSession.getState()
    act(leaveSession)
    useSession.setState(session)
    expect(await attempt('x')).toMatchObject({ shown: '' })
  })

  it('the same name refused again is a failure and no endless question', async () => {
    const { api, user } = await open(() => asksFor('c1'))
    const answer = call(lift, { body: { crate: 'c1', reason: 'r' } }, ASKER).catch((error: unknown) => error)
    await user.type((await question()).getByRole('textbox'), 'c1{Enter}')
    expect(await answer).toMatchObject({ code: 'confirm_required' })
    expect(api.callsOf(lift)).toHaveLength(2)
  })

  it('a name that changed meanwhile is asked for anew', async () => {
    const names = ['old', 'new']
    const { user } = await open(({ body }) => (body.confirm === 'new' ? 'lifted' : asksFor(names.shift()!)))
    const answer = call(lift, { body: { crate: 'c1', reason: 'r' } }, ASKER)
    await user.type((await question()).getByRole('textbox', { name: /old$/ }), 'old{Enter}')
    await user.type(await screen.findByRole('textbox', { name: /new$/ }), 'new{Enter}')
    await expect(answer).resolves.toBe('lifted')
  })

  it('what weighs less is sent as it is', async () => {
    const { api } = await open(() => 'lifted')
    await call(greet, { body: { who: 'ann' } }, ASKER)
    expect(api.callsOf(greet)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a question that sends such a call stays open when the operator decides against it', async () => {
    const { user } = await open(() => asksFor('c1'))
    openConfirm({
      title: 'Lift?',
      text: 'It is heavy',
      action: 'Lift',
      run: () => call(lift, { body: { crate: 'c1', reason: 'r' } }, ASKER),
    })
    await user.click(await screen.findByRole('button', { name: 'Lift' }))
    await screen.findByRole('textbox', { name: /c1$/ })
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    const left = await question()
    left.getByText('It is heavy')
    expect(left.queryByRole('alert')).toBeNull()
  })
})
