import { playerKey } from '@qd/contract-kit'
import { useSession } from '@qd/web-base'
import { leaveSession } from '@qd/web-calls'
import { testUser } from '@qd/web-testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProtocol } from '@qd/player-edit'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'
import { DraftKeeper } from './draft-keeper.ts'
import type { DraftDatabase, KeptDraft } from './draft-database.ts'
import { draftActions, useEditor } from './editor-store.ts'

const parsed = readProtocol(protocol)
if (!parsed.ok) throw new Error(parsed.reason)
const definition = parsed.protocol

/** What a browser keeps, and the other tabs of it. */
function fakeBrowser() {
  const drafts = new Map<string, KeptDraft>()
  const id = ({ userId, game, uId }: Pick<KeptDraft, 'userId' | 'game' | 'uId'>) => `${userId} ${game} ${uId}`
  const database: DraftDatabase = {
    read: async (key) => structuredClone(drafts.get(id(key))),
    write: async (draft) => void drafts.set(id(draft), structuredClone(draft)),
    remove: async (key) => void drafts.delete(id(key)),
    clear: async (userId) => {
      for (const [key, draft] of drafts) if (draft.userId === userId) drafts.delete(key)
    },
  }
  const hearers: ((draft: unknown) => void)[] = []
  const posted: KeptDraft[] = []
  const channel = {
    post: (draft: KeptDraft) => void posted.push(draft),
    listen: (hear: (draft: unknown) => void) => void hearers.push(hear),
  }
  return {
    drafts,
    database,
    channel,
    posted,
    tell: (draft: unknown) => hearers.forEach((hear) => hear(draft)),
  }
}

const user = (username: string) =>
  useSession.setState({ userInfo: testUser({ id: username, username }), token: 't' })
const open = async (game = 'lantern') => {
  const loaded = { uId: U_ID, game, md5: 'a', version: 'v1', online: true, loadedAtMs: 1 }
  useEditor.getState().load({ ...loaded, protocol: definition, data: playerData() })
  await vi.advanceTimersByTimeAsync(1)
}
const session = () => useEditor.getState().sessions[PLAYER]!
const edit = (value: number) =>
  draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value }])
const values = () => session().draft.changes.map(({ value }) => value)
/** What a reload of the page leaves: nothing in memory. */
const reload = () => useEditor.setState({ sessions: {} })

const browser = fakeBrowser()
new DraftKeeper(browser.database, browser.channel).start()

beforeEach(() => {
  vi.useFakeTimers()
  browser.drafts.clear()
  browser.posted.length = 0
  reload()
  user('lin')
})
afterEach(() => vi.useRealTimers())

describe('DraftKeeper', () => {
  it('drafts of one uId in two games are two, in the page and after a reload', async () => {
    await open()
    await open('ember')
    edit(680)
    await vi.advanceTimersByTimeAsync(400)
    const draftOf = (game: string) =>
      useEditor.getState().sessions[playerKey({ game, uId: U_ID })]?.draft.changes.length
    expect([draftOf('lantern'), draftOf('ember')]).toEqual([1, 0])
    reload()
    await open('ember')
    await open()
    expect([draftOf('lantern'), draftOf('ember')]).toEqual([1, 0])
  })

  it('[ED.84] a draft is there again after a reload, with its reason and when it was kept', async () => {
    await open()
    edit(680)
    useEditor.getState().patch(PLAYER, { reason: 'ticket 7' })
    await vi.advanceTimersByTimeAsync(400)
    reload()
    await open()
    expect(values()).toEqual([680])
    expect(session()).toMatchObject({ reason: 'ticket 7', restored: { count: 1 } })
  })

  it('[ED.84] what is taken back or committed leaves nothing behind', async () => {
    await open()
    edit(680)
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.drafts.size).toBe(1)
    draftActions.revertAll(PLAYER)
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.drafts.size).toBe(0)
  })

  it('[ED.85] what a changed definition has set aside is kept too, until it is let go', async () => {
    await open()
    edit(680)
    draftActions.edit(PLAYER, [{ diff: 'Role', path: ['level'], op: 'set', value: 80 }])
    await vi.advanceTimersByTimeAsync(400)
    const { Bag, ...diffInfos } = definition.diffInfos
    expect(Bag).toBeDefined()
    const other = { ...definition, diffInfos }
    const loaded = { uId: U_ID, game: 'lantern', md5: 'b', version: 'v1', online: true, loadedAtMs: 2 }
    const load = () => useEditor.getState().load({ ...loaded, protocol: other, data: playerData() })
    load()
    await vi.advanceTimersByTimeAsync(400)
    for (const gone of ['once', 'again']) {
      expect([gone, session().aside.map(({ change }) => change.value)]).toEqual([gone, [680]])
      expect(values()).toEqual([80])
      reload()
      load()
      await vi.advanceTimersByTimeAsync(400)
    }
    draftActions.revertAll(PLAYER)
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.drafts.size).toBe(1)
    useEditor.getState().patch(PLAYER, { aside: [] })
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.drafts.size).toBe(0)
  })

  it('[ED.84] another user of the browser sees nothing of it', async () => {
    await open()
    edit(680)
    await vi.advanceTimersByTimeAsync(400)
    reload()
    user('mei')
    await open()
    expect(session()).toMatchObject({ restored: null, isDraftRead: true })
  })

  it('a sign-out by choice clears the drafts of its user', async () => {
    await open()
    edit(680)
    await vi.advanceTimersByTimeAsync(400)
    leaveSession()
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.drafts.size).toBe(0)
  })

  it('[ED.84] a damaged draft is as good as none', async () => {
    await browser.database.write({
      userId: 'lin',
      game: 'lantern',
      uId: U_ID,
      changes: 5,
    } as unknown as KeptDraft)
    await open()
    expect(session()).toMatchObject({ restored: null, isDraftRead: true })
  })

  it('[ED.86] two tabs of one player show one draft: what was typed last', async () => {
    await open()
    edit(680)
    await vi.advanceTimersByTimeAsync(400)
    const [mine] = browser.posted
    const other = { ...mine!, changes: [{ ...mine!.changes[0]!, value: 700 }] }
    browser.tell(other)
    expect(values()).toEqual([700])
    await vi.advanceTimersByTimeAsync(400)
    expect(browser.posted).toHaveLength(1)
    browser.tell({ ...other, changes: [], base: {} })
    expect(values()).toEqual([])
    browser.tell({ ...other, userId: 'mei' })
    expect(values()).toEqual([])
  })
})
