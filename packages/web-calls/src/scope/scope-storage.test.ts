import { beforeEach, describe, expect, it } from 'vitest'
import { scopeStorage } from './scope-storage.ts'
import { useScope } from './scope.ts'
import { NOTHING } from './selection.ts'

const at = (lineId: string, sId: number) => ({
  ...NOTHING,
  game: 'lantern',
  partnerCode: 'northwind',
  lineId,
  sId,
})
const ofBrowser = () => JSON.parse(localStorage.getItem('qd.scope') ?? 'null') as { state: object }

/** What a page load finds. */
async function read(): Promise<string> {
  await useScope.persist.rehydrate()
  const { lineId, sId, kept } = useScope.getState()
  return `${lineId} ${sId}, kept ${kept.lineId} ${kept.sId}`
}
/** Another window chooses. */
const chosenElsewhere = (lineId: string, sId: number) =>
  localStorage.setItem('qd.scope', JSON.stringify({ state: { ...at(lineId, sId), recent: {} }, version: 0 }))
const openNewWindow = () => sessionStorage.clear()

beforeEach(() => {
  useScope.getState().reset()
  localStorage.clear()
  sessionStorage.clear()
})

describe('what is kept of the selection', () => {
  it('a choice, for this window and for the next one', async () => {
    useScope.getState().moveTo(at('a', 1))
    useScope.getState().selectServer(2)
    expect(await read()).toBe('a 2, kept a 2')
    openNewWindow()
    expect(await read()).toBe('a 2, kept a 2')
  })

  it('a visit is kept by this window alone', async () => {
    useScope.getState().moveTo(at('a', 1))
    useScope.getState().visit(at('b', 9))
    const stored = sessionStorage.getItem('qd.scope')
    expect(ofBrowser().state).toMatchObject({ lineId: 'a', sId: 1 })
    openNewWindow()
    expect(await read()).toBe('a 1, kept a 1')
    sessionStorage.setItem('qd.scope', stored!)
    expect(await read()).toBe('b 9, kept a 1')
  })

  it('what a list chose is not kept, so that nobody keeps what they only looked at', () => {
    useScope.getState().moveTo(at('a', 1))
    useScope.getState().visit({ ...at('b', 0), sId: 0 })
    useScope.getState().selectServer(9, 'list')
    expect(useScope.getState()).toMatchObject({ lineId: 'b', sId: 9, kept: at('a', 1) })
    expect(useScope.getState().recent['server:b']).toBeUndefined()
    useScope.getState().selectServer(9)
    expect(useScope.getState().kept).toEqual(at('b', 9))
  })

  it('a reload stays where this window is, whatever another one chose, and does not undo its choice', async () => {
    useScope.getState().moveTo(at('a', 1))
    const own = sessionStorage.getItem('qd.scope')!
    chosenElsewhere('c', 3)
    useScope.getState().setLists({ games: [] })
    useScope.getState().visit(at('d', 4))
    expect(ofBrowser().state).toMatchObject({ lineId: 'c', sId: 3 })
    sessionStorage.setItem('qd.scope', own)
    expect(await read()).toBe('a 1, kept c 3')
  })

  it.each(['{', '7', 'null', '"text"', '{"state":null}'])('%s is as good as nothing', (text) => {
    localStorage.setItem('qd.scope', text)
    sessionStorage.setItem('qd.scope', text)
    expect(scopeStorage().getItem('scope')).toBeNull()
  })
})
