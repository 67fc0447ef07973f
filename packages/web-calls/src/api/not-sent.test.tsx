import { defineRoute, schemas, z } from '@qd/contract-kit'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { checkReach, outageNow, useReachability } from './reachability.ts'
import { useSend } from './use-send.ts'

const base = { permission: 'session', level: 0, reply: z.string() } as const
const readyz = defineRoute({ ...base, method: 'GET', path: '/readyz', title: 'r', risk: 'R0' })
const list = defineRoute({ ...base, method: 'GET', path: '/platform/list', title: 'l', risk: 'R0' })
const greet = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/greet',
  title: 'g',
  risk: 'R1',
  body: z.object({}),
})
const openLine = defineRoute({
  ...base,
  method: 'POST',
  path: '/platform/openLine',
  title: 'o',
  risk: 'R3',
  confirms: 'named',
  body: z.object({ ...schemas.confirmation }),
})

const ASKER = { tag: 'kit:preset.title', told: 'form' } as const
const gone = () => Promise.reject(new TypeError('network'))
const CONSOLE_GONE = '没有发送：控制台无法访问。填写的内容都还在，恢复后请再试。'
const NETWORK_GONE = '没有发送：网络已断开。填写的内容都还在，恢复后请再试。'

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => error,
  )

/** What the browser says of the network. */
function told(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

/** The network itself: without it the console answers nothing. */
function network(api: FakeApi, isThere: boolean): void {
  api.on(readyz, isThere ? () => 'ok' : gone)
  told(isThere)
}

function Greeter() {
  const { mutate, error } = useSend(greet, { tag: 'kit:preset.title', told: 'form' })
  return (
    <>
      <button type="button" onClick={() => mutate({ body: {} })}>
        greet
      </button>
      <p>{error?.told}</p>
    </>
  )
}

async function open() {
  const api = fakeApi([
    fake(greet, () => 'hello'),
    fake(openLine, () => 'open'),
    fake(list, () => 'all'),
    fake(readyz, () => 'ok'),
  ])
  const { user } = await renderWithApp(<Greeter />)
  return { api, user }
}

afterEach(() => {
  useReachability.setState({ reach: 'fine' })
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})

describe('what changes something, while nothing can arrive', () => {
  it('is not sent without network, says so at once, and does not run by itself when the network is back', async () => {
    const { api, user } = await open()
    network(api, false)
    await user.click(screen.getByRole('button', { name: 'greet' }))
    await screen.findByText(NETWORK_GONE)
    network(api, true)
    await act(() => call(list, {}, ASKER))
    expect(api.callsOf(greet)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'greet' }))
    await waitFor(() => expect(api.callsOf(greet)).toHaveLength(1))
  })

  it('is sent where the console answers although the browser knows of no network', async () => {
    const { api, user } = await open()
    told(false)
    // Believed at once, until an answer says otherwise.
    expect(await failure(call(greet, { body: {} }, ASKER))).toMatchObject({ told: NETWORK_GONE })
    await waitFor(() => expect(outageNow()).toBeNull())
    expect(onlineManager.isOnline()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'greet' }))
    await waitFor(() => expect(api.callsOf(greet)).toHaveLength(1))
    network(api, false)
    expect(outageNow()).toBe('offline')
  })

  it('an answer that was under way when the network went is no sign of one', async () => {
    const { api } = await open()
    const late = Promise.withResolvers<string>()
    api.on(list, () => late.promise)
    const asked = call(list, {}, ASKER)
    network(api, false)
    late.resolve('all')
    expect(await asked).toBe('all')
    expect(outageNow()).toBe('offline')
    api.on(list, () => 'all')
    await call(list, {}, ASKER)
    expect(outageNow()).toBeNull()
  })

  it('asks nobody to confirm what cannot go anywhere', async () => {
    const { api } = await open()
    network(api, false)
    expect(await failure(call(openLine, { body: {} }, ASKER))).toMatchObject({
      code: 'not_sent',
      told: NETWORK_GONE,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.callsOf(openLine)).toEqual([])
  })

  it('is not sent to a console that is known to be gone, while what only reads is tried', async () => {
    const { api } = await open()
    api.on(list, gone)
    api.on(readyz, gone)
    await failure(call(list, {}, ASKER))
    await waitFor(() => expect(useReachability.getState().reach).toBe('unreachable'))
    expect(await failure(call(greet, { body: {} }, ASKER))).toMatchObject({ told: CONSOLE_GONE })
    expect(api.callsOf(greet)).toEqual([])
    expect(await failure(call(list, {}, ASKER))).toMatchObject({ code: 'no_answer' })
  })

  it('goes again after any answer of the console, also where something on the way swallows the probe', async () => {
    const { api } = await open()
    api.on(readyz, () => new FakeFailure(502, 'bad_gateway'))
    act(() => checkReach())
    await waitFor(() => expect(useReachability.getState().reach).toBe('unreachable'))
    await call(list, {}, ASKER)
    expect(await call(greet, { body: {} }, ASKER)).toBe('hello')
    expect(api.callsOf(readyz)).toHaveLength(1)
  })

  it('goes on where the address of the probe is not passed on', async () => {
    const { api } = await open()
    api.on(readyz, () => new FakeFailure(404, 'not_found'))
    api.on(list, gone)
    await failure(call(list, {}, ASKER))
    await waitFor(() => expect(api.callsOf(readyz)).toHaveLength(1))
    expect(await call(greet, { body: {} }, ASKER)).toBe('hello')
  })

  it('a sign-out goes its way all the same', async () => {
    const { api } = await open()
    useReachability.setState({ reach: 'unreachable' })
    await call(greet, { body: {} }, { ...ASKER, outlivesPage: true })
    expect(api.callsOf(greet)).toHaveLength(1)
  })
})
