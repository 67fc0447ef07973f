import type { Change } from '@qd/protocol-model'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkChanges, commitChanges, getData, tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { commitReply, fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'

const KEYS = ['1', '2', '3']
/** Two of them are more than one commit takes. */
const text = (letter: string): string => letter.repeat(200_000)
const edits = (letter: string): Change[] =>
  KEYS.map((key) => ({ diff: 'Note', key, path: ['text'], op: 'set', value: text(letter) }))

const Note = {
  name: 'Note',
  comment: '便笺',
  key: 'noteId',
  netKey: 'note',
  names: {},
  fields: [
    { fieldName: 'noteId', name: '编号', type: 'int', comment: '' },
    { fieldName: 'text', name: '文字', type: 'string', comment: '' },
  ],
}
const definition = { ...protocol, diffInfos: { ...protocol.diffInfos, Note } }

function player() {
  const note = Object.fromEntries(KEYS.map((key) => [key, { noteId: Number(key), text: '' }]))
  return { ...playerData(), note }
}

let api: FakeApi
/** Answers to the commits, one after the other; the last one stays. */
let answers: ((changes: readonly Change[]) => ReturnType<typeof commitReply>)[]

const session = () => useEditor.getState().sessions[PLAYER]!
const sent = (route: typeof commitChanges | typeof checkChanges) =>
  api.callsOf(route).map(({ body }) => body as { changes: Change[]; idempotencyKey: string })
const sizes = (): number[] => sent(commitChanges).map(({ changes }) => changes.length)

async function commitAll() {
  showWideScreen()
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await screen.findByRole('region', { name: /^玩家/ })
  act(() => draftActions.edit(PLAYER, edits('a')))
  await user.type(screen.getByRole('textbox', { name: '原因' }), 'x')
  expect(screen.getByText('一次最多提交 1,000 项，将分 3 批依次提交，每批单独记入历史。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /提交 3 项/ }))
  return user
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  answers = [commitReply]
  api = fakeApi([
    ...fakePlayer(),
    fake(tipProtocol, () => ({ md5: 'a41f', protocol: definition })),
    fake(getData, () => ({ version: 'v1', online: true, data: player() })),
    fake(commitChanges, ({ body }) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer!(body.changes as Change[])
    }),
  ])
})

describe('more changes than one commit takes', () => {
  it('[ED.161] go in parts under keys of their own, and are told as one', async () => {
    await commitAll()
    await screen.findByText('已生效 3 项')
    expect(sizes()).toEqual([1, 1, 1])
    const keys = sent(commitChanges).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(3)
    expect(session().draft.changes).toEqual([])
    expect(session().reason).toBe('')
  })

  it('[ED.161] a part that fails ends it: what was done is told, the rest stays, and goes on with the same words', async () => {
    const lost = (): never => {
      throw new FakeFailure(504, 'upstream_timeout')
    }
    answers = [commitReply, lost, commitReply]
    const user = await commitAll()
    await screen.findByText('已提交 1 批，共 3 批；其余修改仍在待提交')
    expect(session().draft.changes).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: /提交 2 项/ }))
    await waitFor(() => expect(session().draft.changes).toEqual([]))
    const [, second, again] = sent(commitChanges)
    expect(again?.idempotencyKey).toBe(second?.idempotencyKey)
    expect(again?.changes).toEqual(second?.changes)
  })

  it('[ED.161] rows the game refuses stay behind and do not hold up the parts after them', async () => {
    const refuseFirst = (changes: readonly Change[]) => {
      const reply = commitReply(changes)
      const results = reply.results.map((row) =>
        row.index === 0 ? { ...row, status: 422, code: 'x', msg: 'no' } : row,
      )
      return { ...reply, results, c: reply.c.slice(1) }
    }
    answers = [refuseFirst, commitReply]
    await commitAll()
    await screen.findByText('已生效 2 项')
    expect(sizes()).toEqual([1, 1, 1])
    expect(session().draft.changes).toHaveLength(1)
    const pending = within(screen.getByRole('list', { name: '待提交' }))
    expect(pending.getByText('no')).toBeTruthy()
  })

  it('[ED.161] what is typed meanwhile is not sent with the next part', async () => {
    const typing = (changes: readonly Change[]) => {
      draftActions.edit(PLAYER, [{ diff: 'Role', path: ['level'], op: 'set', value: 73 }])
      return commitReply(changes)
    }
    answers = [typing, commitReply]
    await commitAll()
    await waitFor(() => expect(session().busy).toBeNull())
    expect(sizes()).toEqual([1])
    expect(session().draft.changes).toHaveLength(3)
    expect(session().reason).toBe('x')
  })

  it('[ED.161] it stops after the part that is under way when it is told to', async () => {
    let stop = (): void => {}
    const waiting = (changes: readonly Change[]) => {
      stop()
      return commitReply(changes)
    }
    stop = () =>
      useEditor.getState().patch(PLAYER, { progress: { ...session().progress!, isStopping: true } })
    answers = [waiting, commitReply]
    await commitAll()
    await waitFor(() => expect(session().draft.changes).toHaveLength(2))
    await waitFor(() => expect(session().busy).toBeNull())
    expect(sizes()).toEqual([1])
  })

  it('[ED.161] a check asks in parts and puts the answers together', async () => {
    const user = await commitAll()
    await waitFor(() => expect(session().busy).toBeNull())
    act(() => draftActions.edit(PLAYER, edits('b')))
    await user.click(screen.getByRole('button', { name: /^检\s?查$/ }))
    await waitFor(() => expect(session().check?.actions).toHaveLength(3))
    expect(sent(checkChanges).map(({ changes }) => changes.length)).toEqual([1, 1, 1])
  })

  it('[ED.152] what holds for the player is warned of once in a check of several parts', async () => {
    api.on(checkChanges, () => ({
      actions: [],
      warnings: [{ code: 'player_online', text: '会被拒绝' }],
      refused: [],
      risk: 'R2' as const,
    }))
    const user = await commitAll()
    await waitFor(() => expect(session().busy).toBeNull())
    act(() => draftActions.edit(PLAYER, edits('b')))
    await user.click(screen.getByRole('button', { name: /^检\s?查$/ }))
    await screen.findByText('会被拒绝')
    expect(sent(checkChanges)).toHaveLength(3)
  })
})
