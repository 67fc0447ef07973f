import { FRAME_PRESETS } from '@qd/game-frame'
import { TEST_SCOPE, fake, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { addressList, recordDefinition, recordList } from '../../contract/index.ts'
import { ConnectForm } from '../connections/connect-dialog.tsx'
import { useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { DEFINITION } from '../testing/fake-game.ts'
import { readerOf } from '../testing/sample-definition.ts'

const RECORD = {
  recordId: 'r1',
  lineId: 'northwind-test',
  name: '外服',
  url: 'ws://127.0.0.1:9000',
  layout: FRAME_PRESETS.get('leaf'),
  enter: null,
  messages: 1,
  commands: 1,
  definitionHash: '',
  revision: 1,
  changedBy: 'lin',
  changedAt: 0,
}

beforeEach(() => {
  useConnections.setState({ list: [], active: null })
  liveServer()
  fakeApi([
    fake(recordList, () => ({ list: [RECORD] })),
    fake(addressList, () => ({ hosts: ['10.0.0.1:*'], revision: 1 })),
  ])
})

const open = (...codes: string[]) => {
  const user = readerOf('mock.simulator.connect', ...codes)
  const form = <ConnectForm lineId="northwind-test" sId={0} uId="" onClose={vi.fn()} />
  return renderWithApp(form, { user, scope: TEST_SCOPE })
}

it('another address speaks with the frames and messages of the record that was chosen', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^连接到/ }))
  await user.click(await screen.findByRole('option', { name: /其他地址/ }))
  await user.type(screen.getByLabelText('地址'), 'tcp://10.0.0.1:7')
  await user.click(screen.getByRole('button', { name: /^帧与消息/ }))
  await user.click(await screen.findByRole('option', { name: '外服' }))
  await user.click(screen.getByRole('button', { name: /^连\s?接$/ }))
  const target = { kind: 'address', lineId: 'northwind-test', url: 'tcp://10.0.0.1:7', recordId: 'r1' }
  expect(useConnections.getState().list.map((each) => each.open.target)).toEqual([target])
})

it('leads to the records those who keep them, and nobody else', async () => {
  const { unmount } = await open()
  expect(await screen.findByRole('button', { name: /^连接到/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /管理游戏记录/ })).toBeNull()
  unmount()
  await open('mock.simulator.records.manage')
  expect(await screen.findByRole('button', { name: /管理游戏记录/ })).toBeTruthy()
})

it('the address names a record: its messages are there before a connection, and the dialog begins with it', async () => {
  const other = { ...RECORD, recordId: 'r0', name: '内服' }
  const cmds = DEFINITION.cmds.map(({ comment: _comment, ...command }) => command)
  fakeApi([
    fake(recordList, () => ({ list: [other, RECORD] })),
    fake(addressList, () => ({ hosts: [], revision: 1 })),
    fake(recordDefinition, () => ({ record: RECORD, proto: DEFINITION.proto, cmds })),
  ])
  const { user } = await renderWithApp(<SimulatorPage />, {
    user: readerOf('mock.simulator.connect'),
    scope: { ...TEST_SCOPE, lineId: 'northwind-test', sId: 0 },
    path: '/mock?record=r1',
  })
  expect(await screen.findByRole('button', { name: /UseItemReq/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^新\s?建\s?连\s?接$/ }))
  await user.click(await screen.findByRole('button', { name: /^连\s?接$/ }))
  const target = { kind: 'record', lineId: 'northwind-test', recordId: 'r1' }
  expect(useConnections.getState().list.map((each) => each.open.target)).toEqual([target])
})
