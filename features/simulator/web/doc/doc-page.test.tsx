import { tipProtocol } from '@qd/data-edit/contract'
import { getConfig } from '@qd/system/contract'
import { useSettings } from '@qd/web-base'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  definitionCompare,
  definitionGet,
  definitionProto,
  definitionVersions,
  protoDefinition,
} from '../../contract/index.ts'
import {
  CMDS,
  HASH,
  INFO,
  NESTED,
  OLD_HASH,
  VERSIONS,
  reader,
  readerOf,
} from '../testing/sample-definition.ts'
import DocPage from './doc-page.tsx'

let yapi = ''
let isNarrow = false
const newest = { proto: { nested: NESTED }, cmds: CMDS, hash: HASH }
const config = fake(getConfig, () => Response.json({ status: 0, msg: '', data: { yapi }, requestId: 'r' }))
const calls = (...more: FakeRoute[]) => [
  config,
  fake(protoDefinition, () => newest),
  fake(definitionVersions, () => ({ versions: VERSIONS, mostVersions: 200 })),
  ...more,
]

function Where() {
  const { pathname, search } = useLocation()
  return <output>{`${pathname}${search}`}</output>
}
const page = (
  <>
    <Routes>
      <Route path="/mock/doc" element={<DocPage />} />
      <Route path="*" element={null} />
    </Routes>
    <Where />
  </>
)
const open = (query = '', user = reader) =>
  renderWithApp(page, { path: `/mock/doc${query}`, user, scope: TEST_SCOPE })
const where = () => decodeURIComponent(document.querySelector('output')?.textContent ?? '')
const tree = () => within(screen.getByRole('tree'))

beforeEach(() => {
  yapi = ''
  isNarrow = false
  useSettings.setState({ timeZone: 'utc' })
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isNarrow ? /max-width/.test(media) : /min-width/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

describe('the documentation of messages', () => {
  it('[S2.08] lists commands, messages and enums by module, and shows the chosen one in full', async () => {
    fakeApi(calls())
    const { user } = await open()
    expect(await screen.findByText('选择一个消息、枚举或命令')).toBeTruthy()
    expect(
      tree()
        .getAllByRole('treeitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '背包Bag5',
      '1401BagList查看背包',
      'BagListReq背包请求',
      'BagListRes背包应答',
      'BagItem背包里的一种物品',
      'Kind',
    ])
    await user.click(tree().getByText('BagItem'))
    expect(await screen.findByRole('heading', { name: 'BagItem' })).toBeTruthy()
    const row = within(screen.getByRole('row', { name: /oldBind/ }))
    expect(row.getByText('3')).toBeTruthy()
    expect(row.getByText('bool')).toBeTruthy()
    expect(row.getByText('已弃用')).toBeTruthy()
    expect(where()).toBe('/mock/doc?message=g.BagItem')
    const example = within(screen.getByRole('region', { name: '示例 · BagItem' }))
    expect(example.getByText(/"count": "1"/)).toBeTruthy()
    expect(example.getAllByText('20 01')).toHaveLength(1)
  })

  it('[S2.08] a type leads to its message, and where it is used leads back to the field', async () => {
    fakeApi(calls())
    const { user } = await open('?message=g.BagListRes')
    await user.click(await screen.findByRole('link', { name: 'BagItem' }))
    await user.click(await screen.findByRole('link', { name: 'BagListRes items' }))
    expect(where()).toBe('/mock/doc?message=g.BagListRes&field=items')
    const link = await screen.findByRole('link', { name: 'items' })
    expect(link.getAttribute('aria-current')).toBe('location')
    await user.click(screen.getByRole('button', { name: '复制 items 的链接' }))
    expect(await navigator.clipboard.readText()).toMatch(
      /#\/mock\/doc\?message=g\.BagListRes&field=items&game=lantern&line=northwind-test&sId=123$/,
    )
  })

  it.each([
    ['1401', 'BagList'],
    ['wpbh', 'BagItem'],
    ['稀有', 'Kind'],
    ['oldbind', 'BagItem'],
  ])('[S2.08] finds by number, pinyin, comment and field: %s', async (query, name) => {
    fakeApi(calls())
    const { user } = await open()
    const search = await screen.findByRole('searchbox', { name: '名称、编号、字段、注释' })
    await user.type(search, query)
    await waitFor(() => expect(tree().getAllByRole('treeitem')[0]?.textContent).toContain(name))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  })

  it('[S2.08] the list is walked by keys alone', async () => {
    fakeApi(calls())
    const { user } = await open()
    const list = await screen.findByRole('tree')
    list.focus()
    await user.keyboard('{Home}{ArrowLeft}')
    expect(tree().getAllByRole('treeitem')).toHaveLength(1)
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    expect(await screen.findByRole('heading', { name: 'BagList' })).toBeTruthy()
    expect(where()).toBe('/mock/doc?command=1401')
    expect(screen.getByRole('link', { name: '试一试' }).getAttribute('href')).toBe(
      '/mock?message=g.BagListReq',
    )
    await user.click(tree().getByText('BagItem'))
    expect(screen.queryByRole('link', { name: '试一试' })).toBeNull()
  })

  it('[S2.08] the head of the list leads to the page about the simulator', async () => {
    fakeApi(calls())
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '关于模拟器' }))
    await waitFor(() => expect(where()).toMatch(/^\/mock\/about/))
  })

  it('says what an address names and this version does not have', async () => {
    fakeApi(calls())
    await open('?message=g.Gone')
    expect(await screen.findByText('此版本没有“g.Gone”')).toBeTruthy()
  })

  it('definitions of player data are there for those who may read them', async () => {
    const tip = fake(tipProtocol, () => ({
      md5: 'x',
      protocol: { diffInfos: { BagItem: INFO }, protocols: [] },
    }))
    fakeApi(calls(tip))
    const { user } = await open('', readerOf('mock.simulator.read', 'index.data.read'))
    await user.click(await screen.findByText('玩家的背包'))
    const row = within(await screen.findByRole('row', { name: /count/ }))
    expect(row.getByText('… 9999')).toBeTruthy()
    expect(where()).toBe('/mock/doc?info=BagItem')
  })

  it.each([
    ['message=g.BagItem', 'name=g.BagItem&cmd='],
    ['message=g.BagListRes', 'name=g.BagListRes&cmd=1401'],
    ['command=1401', 'name=g.BagListReq&cmd=1401'],
  ])('[S3.14] %s links to the other documentation of the settings file', async (item, query) => {
    yapi = 'https://yapi.example.org/find?name={message}&cmd={cmd}'
    fakeApi(calls())
    await open(`?${item}`)
    const link = await screen.findByRole('link', { name: '其他文档' })
    expect(link.getAttribute('href')).toBe(`https://yapi.example.org/find?${query}`)
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('[S3.14] without the setting there is no such link', async () => {
    fakeApi(calls())
    await open('?message=g.BagItem')
    await screen.findByRole('heading', { name: 'BagItem' })
    expect(screen.queryByRole('link', { name: '其他文档' })).toBeNull()
  })

  it('a game that does not answer is said, and asked again', async () => {
    let isDown = true
    fakeApi([
      config,
      fake(protoDefinition, () =>
        isDown ? new FakeFailure(503, 'upstream_down', '游戏服务器没有响应') : newest,
      ),
      fake(definitionVersions, () => ({ versions: [], mostVersions: 200 })),
    ])
    const { user } = await open()
    expect(await screen.findByText('游戏服务器没有响应')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('还没有保留的版本')).toBeTruthy()
  })
})

describe('versions', () => {
  it('[S7.20] marks what broke, compares, and shows an older one', async () => {
    const gone = structuredClone(NESTED)
    Reflect.deleteProperty(gone.g.nested.BagItem.fields, 'count')
    const api = fakeApi(
      calls(
        fake(definitionGet, () => ({ hash: OLD_HASH, proto: { nested: gone }, cmds: CMDS })),
        fake(definitionCompare, () => ({
          changes: [
            { code: 'field_removed', path: 'g.BagItem.grade', before: '7', after: '', isBreaking: true },
            { code: 'field_added', path: 'g.BagItem.count', before: '', after: '2', isBreaking: false },
          ],
          total: 2,
          breaking: 1,
        })),
      ),
    )
    const { user } = await open('?message=g.BagItem')
    const versions = within(await screen.findByRole('region', { name: '版本记录' }))
    expect(await versions.findByText('不兼容 1')).toBeTruthy()
    const [withPrevious, withShown] = versions.getAllByRole('link', { name: '对比' })
    expect(withShown?.getAttribute('href')).toBe(withPrevious?.getAttribute('href'))
    await user.click(withPrevious!)
    const changes = await screen.findAllByRole('listitem')
    const removed = changes.find(({ textContent }) => textContent?.includes('删除字段'))
    expect(removed?.textContent).toContain('不兼容')
    expect(api.callsOf(definitionCompare)[0]?.body).toMatchObject({ sId: 123, against: OLD_HASH, hash: HASH })
    await user.click(screen.getByRole('link', { name: 'g.BagItem.count' }))
    expect(where()).toBe('/mock/doc?message=g.BagItem&field=count')
    await user.click(versions.getByRole('link', { name: 'bbbbbbbb' }))
    expect(await screen.findByText('正在查看较早的版本 bbbbbbbb。')).toBeTruthy()
    // The older one has nothing before it; the newer one is compared with it.
    const [only, ...others] = await within(screen.getByRole('region', { name: '版本记录' })).findAllByRole(
      'link',
      { name: '对比' },
    )
    expect(others).toEqual([])
    expect(only?.getAttribute('title')).toBe('从 bbbbbbbb 到 aaaaaaaa')
    expect(screen.queryByRole('link', { name: 'count' })).toBeNull()
    await user.click(screen.getByRole('link', { name: '查看当前版本' }))
    expect(await screen.findByRole('link', { name: 'count' })).toBeTruthy()
  })

  it('[S7.20] current is what the server says now, not the version that was seen last', async () => {
    const older = { ...newest, hash: OLD_HASH }
    fakeApi(
      calls(
        fake(protoDefinition, () => older),
        fake(definitionGet, () => newest),
      ),
    )
    const { user } = await open()
    await screen.findByRole('region', { name: '版本记录' })
    const versions = () => within(screen.getByRole('region', { name: '版本记录' }))
    const rowOf = async (hash: string) =>
      (await versions().findByRole('link', { name: hash })).closest('li')?.textContent ?? ''
    expect(await rowOf('bbbbbbbb')).toContain('当前')
    expect(await rowOf('aaaaaaaa')).not.toContain('当前')
    await user.click(versions().getByRole('link', { name: 'aaaaaaaa' }))
    expect(where()).toBe(`/mock/doc?version=${HASH}`)
    expect(await screen.findByText('正在查看较早的版本 aaaaaaaa。')).toBeTruthy()
    expect(await rowOf('bbbbbbbb')).toContain('当前')
  })

  it('[S7.20] nothing is compared with a version that is no longer kept', async () => {
    const [kept] = VERSIONS
    fakeApi(calls(fake(definitionVersions, () => ({ versions: [kept!], mostVersions: 200 }))))
    await open()
    const versions = within(await screen.findByRole('region', { name: '版本记录' }))
    expect(await versions.findByText('不兼容 1')).toBeTruthy()
    expect(versions.queryByRole('link', { name: '对比' })).toBeNull()
  })

  it('[S7.17] the version in view is saved as .proto files', async () => {
    const api = fakeApi(calls(fake(definitionProto, () => ({ any: 'file' }))))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '下载' }))
    await user.click(screen.getByRole('menuitem', { name: '.proto 文件（zip）' }))
    await waitFor(() => expect(api.callsOf(definitionProto)).toHaveLength(1))
    expect(api.callsOf(definitionProto)[0]?.query).toMatchObject({ sId: '123', hash: HASH })
  })
})

describe('on a phone', () => {
  it('one part is in view at a time, and choosing leads on', async () => {
    isNarrow = true
    fakeApi(calls())
    const { user } = await open()
    const part = (name: string) => screen.findByRole('radio', { name })
    expect((await part('目录')).getAttribute('aria-checked')).toBe('true')
    await user.click(tree().getByText('BagItem'))
    expect((await part('详情')).getAttribute('aria-checked')).toBe('true')
    expect(screen.queryByRole('tree')).toBeNull()
    await user.click(await part('版本记录'))
    await user.click(await screen.findByRole('link', { name: 'aaaaaaaa' }))
    expect((await part('详情')).getAttribute('aria-checked')).toBe('true')
  })
})
