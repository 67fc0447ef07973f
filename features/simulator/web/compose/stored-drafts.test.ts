import { useSession } from '@qd/web-base'
import { leaveSession } from '@qd/web-calls'
import { testUser } from '@qd/web-testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { setDraft, useCompose } from './compose-store.ts'
import { draftOf } from './draft.ts'
import { storedDrafts } from './stored-drafts.ts'
import { setVariable, useVariableStore } from './variable-store.ts'

const signIn = (id: string) => useSession.setState({ token: 't', userInfo: { ...testUser(), id } })

beforeEach(() => {
  useCompose.setState({ drafts: {} })
  signIn('u1')
})

describe('what is being written', () => {
  it('comes back after a reload, without what proves somebody, for the same user alone', () => {
    setDraft('g.A', draftOf({ id: 5, in: [{ authToken: 'x' }] }))
    setDraft('g.B', { ...draftOf({}), raw: Uint8Array.of(1, 255) })
    expect(storedDrafts()).toMatchObject({
      'g.A': { value: { id: 5, in: [{ authToken: '' }] }, raw: null },
      'g.B': { raw: Uint8Array.of(1, 255) },
    })
    signIn('u2')
    expect(storedDrafts()).toEqual({})
  })

  it('loses all that stands below a field with a secret name, and numbers that are one', () => {
    setDraft('g.A', draftOf({ id: 5, tokens: { chat: 'x', list: [{ in: 'y' }], at: 3 }, password: 123456 }))
    expect(storedDrafts()['g.A']?.value).toEqual({
      id: 5,
      tokens: { chat: '', list: [{ in: '' }], at: 3 },
      password: 0,
    })
  })

  it('is gone with its session, and its variables too', () => {
    setDraft('g.A', draftOf({ id: 5 }))
    setVariable('n', '7')
    leaveSession()
    expect(useCompose.getState().drafts).toEqual({})
    expect(useVariableStore.getState().own).toEqual({})
    signIn('u1')
    expect(storedDrafts()).toEqual({})
  })
})
