import { tipProtocol } from '@qd/data-edit/contract'
import { QD1 } from '@qd/game-frame'
import { TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { definitionVersions, protoDefinition, wstoolConfig } from '../../contract/index.ts'
import { CMDS, HASH, NESTED, VERSIONS, reader, readerOf } from '../testing/sample-definition.ts'
import AboutPage from './about-page.tsx'

function open(codec: unknown, user = reader) {
  const heartbeat = { cmd: 1002, everySeconds: 20 }
  fakeApi([
    fake(wstoolConfig, () => ({
      codec,
      heartbeat,
      project: 'wstool' as const,
      protocol: 'protobuf' as const,
      ws: '/live',
    })),
    fake(protoDefinition, () => ({ proto: { nested: NESTED }, cmds: CMDS, hash: HASH })),
    fake(definitionVersions, () => ({ versions: VERSIONS, mostVersions: 200 })),
    fake(tipProtocol, () => ({ md5: '5111f2c7' })),
  ])
  return renderWithApp(<AboutPage />, { user, scope: TEST_SCOPE })
}
const bytes = async () => {
  const frame = await screen.findByRole('list', { name: '帧格式' })
  return within(frame)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

describe('about the simulator', () => {
  it('[S7.22] draws the frame as bytes with a live example', async () => {
    const { user } = await open(QD1)
    expect(await bytes()).toEqual([
      '0000000clengthu32 · big0–3',
      '000003e9cmdu32 · big4–7',
      '00000001sequ32 · big8–11',
      '5144markeru16 · big12–13',
      '0801消息体14–15',
    ])
    const command = screen.getByRole('spinbutton', { name: '命令' })
    await user.clear(command)
    await user.type(command, '1402{Tab}')
    expect((await bytes())[1]).toBe('0000057acmdu32 · big4–7')
    await user.click(screen.getByRole('radio', { name: '应答' }))
    expect((await bytes())[4]).toBe('00statusu8 · big14')
  })

  it('[S2.08] tells versions, md5, limits and heartbeat', async () => {
    await open(QD1, readerOf('mock.simulator.read', 'index.data.read'))
    expect(await screen.findByText(HASH)).toBeTruthy()
    expect(await screen.findByText('5111f2c7')).toBeTruthy()
    expect(await screen.findByText('2 / 200')).toBeTruthy()
    expect(screen.getByText('命令 1002，每 20 秒')).toBeTruthy()
    expect(screen.getByText('1,048,576 B')).toBeTruthy()
  })

  it('[S2.08] lists the keys of the simulator beside those of the guide', async () => {
    await open(QD1)
    const keys = within(await screen.findByRole('region', { name: '模拟器的按键' }))
    const rows = keys.getAllByRole('term').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      '新建连接',
      '发送请求',
      '筛选时间线',
      '置顶',
      '转到对应的请求或应答',
      '与另一帧比较',
    ])
    expect(screen.getByRole('region', { name: '协议说明的按键' })).toBeTruthy()
  })

  it('says what is wrong with a layout that frames nothing', async () => {
    await open({ name: 'bad', header: 5 })
    expect(await screen.findByText('这个格式无法组成帧')).toBeTruthy()
    expect(screen.getByText(/^header/)).toBeTruthy()
  })
})
