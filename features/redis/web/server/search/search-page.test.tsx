import {
  FakeFailure,
  TEST_SCOPE,
  fake,
  fakeApi,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { listConnections, searchExplain, searchIndexes, searchQuery } from '../../../contract/index.ts'
import type { SearchIndex } from '../../../contract/index.ts'
import RedisPage from '../../page/redis-page.tsx'
import { OPENED, sampleConnection } from '../../testing/sample-connection.ts'
import { showDatabase, showView, useWorkspace } from '../../workspace/workspace.ts'
import { forgetQueries, queriesOf } from './query-history.ts'
import { showServerPage } from '../shown-page.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const user = testUser({ grants: [{ scope: '*', environment: '*', codes: ['redis.redis.read'] }] })
const NODE = '10.0.0.1:6379'
const field = (name: string, of = {}) => ({
  name,
  from: null,
  type: 'TEXT',
  options: '',
  isSortable: false,
  ...of,
})
const HEROES: SearchIndex = {
  name: 'heroes',
  msg: '',
  documents: 1_200,
  terms: 40,
  records: 80,
  bytes: 4_096,
  indexed: 0.25,
  isIndexing: true,
  failures: 3,
  keyType: 'HASH',
  prefixes: ['hero:'],
  fields: [field('name'), field('level', { type: 'NUMERIC', isSortable: true })],
}
const listed = (indexes: SearchIndex[], isIncomplete = false) => ({
  nodes: [{ node: NODE, code: '', msg: '', data: { indexes, isIncomplete } }],
})
const document = (key: string, name: string) => ({
  key,
  fieldCount: 1,
  fields: [{ name: 'name', value: name, bytes: name.length, isCut: false }],
})

beforeEach(() => {
  localStorage.clear()
  showWideScreen()
})

const refused = new FakeFailure(422, 'redis_refused', 'Syntax error at 5', {
  err: { code: 'redis_refused', field: 'query', retryable: false },
})

function world(...routes: FakeRoute[]) {
  fakeApi([fake(listConnections, () => [sampleConnection()]), ...routes])
}

async function open(of: Partial<typeof OPENED> = {}, db = 0) {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  showDatabase(sampleConnection(), db, { ...OPENED, hasSearch: true, ...of })
  showView('server')
  showServerPage('indexes')
  const rendered = await renderWithApp(<RedisPage />, { user, scope: { ...TEST_SCOPE, lines: LINES } })
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  return rendered
}
const region = () => screen.findByRole('region', { name: '搜索索引' })

describe('the page of search indexes', () => {
  it('is not offered where the server has no RediSearch', async () => {
    world()
    await open({ hasSearch: false })
    const pages = await screen.findByRole('navigation', { name: '服务器页面' })
    expect(within(pages).queryByRole('button', { name: '搜索索引' })).toBeNull()
    expect(screen.queryByRole('region', { name: '搜索索引' })).toBeNull()
  })

  it('shows what an index holds, what a query finds page by page, and opens a key of it', async () => {
    const asked: unknown[] = []
    world(
      fake(searchIndexes, () => listed([HEROES])),
      fake(searchQuery, ({ body }) => {
        asked.push([body.query, body.offset, body.fields, body.sortBy])
        const isFirst = body.offset === 0
        return { total: 51, documents: [document(isFirst ? 'hero:1' : 'hero:51', '<b>Anna</b>')], ms: 1.25 }
      }),
    )
    const { user: person } = await open()
    const page = within(await region())
    const facts = within(await page.findByLabelText('heroes'))
    expect(facts.getByText('1,200')).toBeTruthy()
    expect(facts.getByText('正在建立索引，25%')).toBeTruthy()
    expect(facts.getByText('未能索引：3')).toBeTruthy()
    await person.clear(page.getByLabelText('查询'))
    await person.type(page.getByLabelText('查询'), 'anna{Enter}')
    expect(await page.findByText('找到 51 个，用时 1.3 毫秒')).toBeTruthy()
    expect(await page.findByText('<b>Anna</b>')).toBeTruthy()
    await person.click(page.getByRole('button', { name: '下一页' }))
    await person.click(await page.findByRole('button', { name: 'hero:51' }))
    expect(useWorkspace.getState().key).toEqual({ databaseId: 'c1/0', key: 'hero:51' })
    expect(asked).toEqual([
      ['anna', 0, null, undefined],
      ['anna', 50, null, undefined],
    ])
  })

  it('asks for names alone, and keeps queries for the next time', async () => {
    const asked: unknown[] = []
    world(
      fake(searchIndexes, () => listed([HEROES])),
      fake(searchQuery, ({ body }) => {
        asked.push([body.query, body.fields])
        return { total: 0, documents: [], ms: 1 }
      }),
    )
    const { user: person } = await open()
    const page = within(await region())
    await person.click(await page.findByRole('radio', { name: '仅名称' }))
    await person.click(page.getByRole('button', { name: '搜索' }))
    expect(await page.findByText('没有找到')).toBeTruthy()
    expect(asked).toEqual([['*', []]])
    expect(queriesOf('c1')).toEqual(['*'])
    forgetQueries()
    expect(queriesOf('c1')).toEqual([])
  })

  it('shows what the server does not understand at the field, and keeps what was typed', async () => {
    world(
      fake(searchIndexes, () => listed([HEROES])),
      fake(searchQuery, () => refused),
      fake(searchExplain, () => ({ plan: 'UNION {\n  anna\n}', ms: 1 })),
    )
    const { user: person } = await open()
    const page = within(await region())
    const query = await page.findByLabelText('查询')
    await person.clear(query)
    await person.type(query, '@@bad(')
    await person.click(page.getByRole('button', { name: '搜索' }))
    expect((await page.findByRole('alert')).textContent).toContain('Syntax error at 5')
    expect(query).toHaveProperty('value', '@@bad(')
    expect(query.getAttribute('aria-invalid')).toBe('true')
    // Which fields come is nothing to explain.
    await person.click(page.getByRole('radio', { name: '所选字段' }))
    await person.click(page.getByRole('button', { name: '解释' }))
    expect((await page.findByLabelText('服务器如何理解该查询')).textContent).toContain('UNION')
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
  })

  it('takes the name of an index that was not found, and says why one tells nothing', async () => {
    const asked: unknown[] = []
    world(
      fake(searchIndexes, () => listed([{ ...HEROES, msg: '未应答' }], true)),
      fake(searchQuery, ({ body }) => {
        asked.push([body.index, body.node])
        return { total: 0, documents: [], ms: 1 }
      }),
    )
    const { user: person } = await open()
    const page = within(await region())
    expect((await page.findByRole('alert')).textContent).toBe('未应答')
    await person.type(page.getByLabelText('索引名称'), 'later{Enter}')
    await person.click(page.getByRole('button', { name: '搜索' }))
    await waitFor(() => expect(asked).toEqual([['later', NODE]]))
  })

  it('tells people with rights to some keys, empty servers and other databases why there is nothing', async () => {
    world(fake(searchIndexes, () => new FakeFailure(403, 'redis_key_forbidden')))
    const first = await open()
    expect(await screen.findByText(/^你的权限只涉及部分键/)).toBeTruthy()
    first.unmount()
    world(fake(searchIndexes, () => listed([])))
    const second = await open()
    expect(await screen.findByText('没有索引')).toBeTruthy()
    second.unmount()
    world()
    await open({}, 1)
    expect(await screen.findByRole('button', { name: '打开数据库 0' })).toBeTruthy()
  })
})
