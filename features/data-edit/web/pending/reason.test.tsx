import { serverList } from '@qd/scope/contract'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { commitChanges, tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, protocol } from '../testing/sample-player.ts'

/** An operator who may touch sensitive fields too. */
const developer = testUser({
  roles: ['developer'],
  grants: [
    {
      scope: 'lantern',
      environment: '*',
      codes: ['index.player.read', 'index.data.read', 'index.data.edit', 'index.data.edit.sensitive'],
    },
  ],
})
const PRODUCTION = {
  ...TEST_SCOPE,
  lines: [{ lineId: 'northwind-test', lineCode: 'live', name: '正式线', environment: 'production' as const }],
}

let api: FakeApi

async function openPlayer() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: PRODUCTION, user: developer })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

const edit = (diff: string, path: string, value: string | number, key?: string) =>
  act(() =>
    draftActions.edit(PLAYER, [
      { diff, ...(key === undefined ? {} : { key }), path: [path], op: 'set', value },
    ]),
  )
const reasonBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '原因' })
const faultOf = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-describedby')!)?.textContent

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  showWideScreen()
  api = fakeApi([
    ...fakePlayer(),
    fake(serverList, () => [
      { sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null },
    ]),
  ])
})

describe('the reason of a commit', () => {
  it('[ED.171] one that is missing or too long is said at its field, and what was typed stays', async () => {
    const user = await openPlayer()
    edit('Bag', 'count', 680, '10007')
    expect(faultOf(reasonBox())).toBe('')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(faultOf(reasonBox())).toBe('请填写原因')
    expect(document.activeElement).toBe(reasonBox())
    await user.paste('因'.repeat(501))
    expect(faultOf(reasonBox())).toBe('最多 500 个字符')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect(reasonBox().value).toHaveLength(501)
    expect(api.callsOf(commitChanges)).toEqual([])
    await user.type(reasonBox(), '{Backspace}')
    expect(faultOf(reasonBox())).toBe('')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    await waitFor(() => expect(api.callsOf(commitChanges)).toHaveLength(1))
  })
})

describe('the question in production', () => {
  it('[ED.171] repeats player, server and the changes', async () => {
    const user = await openPlayer()
    edit('Currency', 'diamond', '5')
    edit('Bag', 'count', 680, '10007')
    await user.type(reasonBox(), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 2 项/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('玩家').nextSibling?.textContent).toBe(`岚夜听潮 ${U_ID}`)
    expect(dialog.getByText('区服').nextSibling?.textContent).toBe('S123 潮汐之门')
    const shown = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(shown).toHaveLength(2)
    expect(shown.join(' ')).toMatch(/currency\.diamond.*9,007,199,254,740,993.*5/)
    expect(shown.join(' ')).toMatch(/潮汐晶石.*480 → 680/)
    expect(api.callsOf(commitChanges)).toEqual([])
  })

  it('[ED.171] of very many changes it shows the first and how many more', async () => {
    const fields = Array.from({ length: 12 }, (_, at) => ({
      fieldName: `f${at}`,
      name: `字段${at}`,
      type: 'int',
      comment: '',
    }))
    const Currency = {
      ...protocol.diffInfos.Currency,
      fields: [...protocol.diffInfos.Currency.fields, ...fields],
    }
    api.on(tipProtocol, () => ({
      md5: 'b',
      protocol: { ...protocol, diffInfos: { ...protocol.diffInfos, Currency } },
    }))
    const user = await openPlayer()
    edit('Currency', 'diamond', '5')
    for (let at = 0; at < 12; at += 1) edit('Currency', `f${at}`, at + 1)
    await user.type(reasonBox(), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 13 项/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('listitem')).toHaveLength(9)
    dialog.getByText('另有 5 条')
  })
})
