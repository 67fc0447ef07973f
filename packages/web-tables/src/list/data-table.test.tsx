import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { CallError } from '@qd/web-base'
import { forgetKept } from '@qd/web-frame'
import { DataTable } from './data-table.tsx'
import type { DataColumn } from './data-column.ts'
import type { DataTableProps } from './data-table-props.ts'

interface Person {
  id: string
  name: string
  level: number
}

const COLUMNS: DataColumn<Person>[] = [
  { key: 'id', title: '编号', width: 80, isFixed: true, render: (row) => row.id, text: (row) => row.id },
  { key: 'name', title: '名字', width: 120, render: (row) => <b>{row.name}</b>, text: (row) => row.name },
  {
    key: 'level',
    title: '等级',
    width: 80,
    align: 'right',
    render: (row) => row.level,
    text: (row) => `${row.level}`,
    compare: (a, b) => a.level - b.level,
  },
  { key: 'note', title: '备注', width: 200, isHidden: true, render: () => '-' },
]

function people(count: number): Person[] {
  return Array.from({ length: count }, (_row, index) => ({
    id: `${index + 1}`,
    name: `玩家${index + 1}`,
    level: (index * 7) % 10,
  }))
}

function Table(props: Partial<DataTableProps<Person>> & { count?: number }) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [rows] = useState(() => people(props.count ?? 5))
  return (
    <DataTable
      name="test.people"
      label="玩家"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      checked={checked}
      onCheck={setChecked}
      {...props}
    />
  )
}

/** First cells of the drawn rows. */
function ids(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-column="id"]')?.textContent ?? '')
}

function checkedIds(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .filter((row) => within(row).getByRole<HTMLInputElement>('checkbox').checked)
    .map((row) => row.querySelector('[data-column="id"]')?.textContent ?? '')
}

beforeEach(() => {
  forgetKept()
  localStorage.clear()
})

describe('data table', () => {
  it('draws all rows while the browser prints, and those in view again afterwards', async () => {
    await renderWithApp(<Table count={200} />)
    const drawn = ids().length
    expect(drawn).toBeLessThan(60)
    await act(async () => void window.dispatchEvent(new Event('beforeprint')))
    expect(ids()).toHaveLength(200)
    await act(async () => void window.dispatchEvent(new Event('afterprint')))
    expect(ids()).toHaveLength(drawn)
  })

  it('draws only what is in view, but tells readers the whole size', async () => {
    await renderWithApp(<Table count={100_000} />)
    const grid = screen.getByRole('grid', { name: '玩家' })
    expect(grid.getAttribute('aria-rowcount')).toBe('100001')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    screen.getByText('共 100,000 条')
  })

  it('sorts up, down and back, and says so', async () => {
    const { user } = await renderWithApp(<Table />)
    const head = screen.getByRole('columnheader', { name: '等级' })
    expect(head.getAttribute('aria-sort')).toBe('none')
    await user.click(head)
    expect([head.getAttribute('aria-sort'), ...ids()]).toEqual(['ascending', '1', '4', '3', '2', '5'])
    await user.click(head)
    expect([head.getAttribute('aria-sort'), ...ids()]).toEqual(['descending', '5', '2', '3', '4', '1'])
    await user.click(head)
    expect([head.getAttribute('aria-sort'), ...ids()]).toEqual(['none', '1', '2', '3', '4', '5'])
    expect(screen.getByRole('columnheader', { name: '名字' }).hasAttribute('aria-sort')).toBe(false)
  })

  it('a page of a longer list is never sorted by itself', async () => {
    const onPage = vi.fn()
    const { user } = await renderWithApp(<Table paging={{ page: 1, pageSize: 5, total: 12, onPage }} />)
    await user.click(screen.getByRole('columnheader', { name: '等级' }))
    expect(ids()).toEqual(['1', '2', '3', '4', '5'])
  })

  it('goes by keys: arrows, ends, Enter opens, the cell is told to readers', async () => {
    const onOpen = vi.fn()
    const { user } = await renderWithApp(<Table onOpen={onOpen} />)
    const grid = screen.getByRole('grid')
    grid.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{End}{ArrowUp}{Enter}')
    expect(onOpen.mock.calls.map(([row]) => row.id)).toEqual(['4'])
    await user.keyboard('{Home}{ArrowRight}{ArrowRight}')
    const active = document.getElementById(grid.getAttribute('aria-activedescendant')!)
    expect(active?.textContent).toBe('玩家1')
  })

  it('checks by space, in ranges with shift, all with ctrl+a; the foot counts and clears', async () => {
    const { user } = await renderWithApp(<Table />)
    screen.getByRole('grid').focus()
    await user.keyboard('{ArrowDown} {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(checkedIds()).toEqual(['1', '2', '3'])
    screen.getByText('已选 3 条')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(checkedIds()).toEqual(['1', '2', '3', '4'])
    await user.keyboard('{Control>}a{/Control}')
    expect(checkedIds()).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    expect(checkedIds()).toEqual([])
  })

  it('checks a range by clicks with shift and keeps the keys on the table', async () => {
    const { user } = await renderWithApp(<Table />)
    const boxes = screen.getAllByRole('checkbox', { name: '选择此行' })
    await user.click(boxes[1]!)
    await user.keyboard('{Shift>}')
    await user.click(boxes[3]!)
    await user.keyboard('{/Shift}')
    expect(checkedIds()).toEqual(['2', '3', '4'])
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })

  it('copies the cell, or the checked rows as lines', async () => {
    const { user } = await renderWithApp(<Table />)
    screen.getByRole('grid').focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Control>}c{/Control}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('玩家1'))
    await user.keyboard(' {ArrowDown} {Control>}c{/Control}')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('1\t玩家1\t0\n2\t玩家2\t7'))
  })

  it('a row’s menu opens by button, right click and Shift+F10, and copies as JSON', async () => {
    const onSelect = vi.fn()
    const rowActions = (row: Person) => [{ key: 'edit', label: `编辑 ${row.name}`, onSelect }]
    const { user } = await renderWithApp(<Table rowActions={rowActions} />)
    await user.click(screen.getAllByRole('button', { name: '行操作' })[2]!)
    await user.click(screen.getByRole('menuitem', { name: '编辑 玩家3' }))
    expect(onSelect).toHaveBeenCalledOnce()
    screen.getByRole('grid').focus()
    await user.keyboard('{Home}{Shift>}{F10}{/Shift}')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '编辑 玩家1' }))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    fireEvent.contextMenu(screen.getByText('玩家2'))
    await user.click(screen.getByRole('menuitem', { name: '复制为 JSON' }))
    const copied = JSON.parse(await navigator.clipboard.readText()) as object
    expect(copied).toEqual({ id: '2', name: '玩家2', level: '7' })
  })
})

describe('columns', () => {
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.title)

  it('are shown, hidden, moved and pinned, and stay so', async () => {
    const { user, unmount } = await renderWithApp(<Table onCheck={undefined} />)
    expect(heads()).toEqual(['编号', '名字', '等级'])
    await user.click(screen.getByRole('button', { name: '列' }))
    await user.click(screen.getByRole('checkbox', { name: '备注' }))
    await user.click(screen.getByRole('button', { name: '固定 等级' }))
    await user.click(screen.getByRole('checkbox', { name: '名字' }))
    expect(heads()).toEqual(['编号', '等级', '备注'])
    await user.click(screen.getByRole('button', { name: '上移 等级' }))
    expect(heads()).toEqual(['等级', '编号', '备注'])
    unmount()
    forgetKept()
    await renderWithApp(<Table onCheck={undefined} />)
    expect(heads()).toEqual(['等级', '编号', '备注'])
  })

  it('the last shown column cannot be hidden; the usual ones come back', async () => {
    const { user } = await renderWithApp(<Table onCheck={undefined} columns={COLUMNS.slice(0, 2)} />)
    await user.click(screen.getByRole('button', { name: '列' }))
    await user.click(screen.getByRole('checkbox', { name: '编号' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '名字' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    expect(heads()).toEqual(['编号', '名字'])
  })

  it('get wider by shift and arrow at their head; arrows alone walk the heads', async () => {
    const { user } = await renderWithApp(<Table onCheck={undefined} />)
    screen.getByRole('columnheader', { name: '编号' }).focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    const head = screen.getByRole('columnheader', { name: '名字' })
    expect(document.activeElement).toBe(head)
    expect(head.style.width).toBe('152px')
  })
})

describe('faces', () => {
  const failure = new CallError({ code: 'upstream_down', message: '游戏服务器未开启', httpStatus: 503 })

  it('loading keeps the heads in place', async () => {
    await renderWithApp(<Table rows={undefined} />)
    screen.getByRole('columnheader', { name: '名字' })
    await screen.findByRole('status', { name: 'Loading' })
  })

  it('an error offers another try; with rows still there it is said above them', async () => {
    const onRetry = vi.fn()
    const { user, unmount } = await renderWithApp(
      <Table rows={undefined} error={failure} onRetry={onRetry} />,
    )
    await user.click(screen.getByRole('button', { name: '重试' }))
    unmount()
    const again = await renderWithApp(<Table error={failure} onRetry={onRetry} />)
    screen.getByText('请求失败:游戏服务器未开启')
    expect(ids()).toHaveLength(5)
    await again.user.click(screen.getByRole('button', { name: '重试' }))
    expect(onRetry).toHaveBeenCalledTimes(2)
  })

  it('nothing found differs from nothing there', async () => {
    const onClearFilter = vi.fn()
    const { user } = await renderWithApp(<Table rows={[]} isFiltered onClearFilter={onClearFilter} />)
    screen.getByText('没有符合筛选条件的内容')
    await user.click(screen.getByRole('button', { name: '清除筛选' }))
    expect(onClearFilter).toHaveBeenCalledOnce()
  })

  it('refused: says what the server said', async () => {
    const refused = new CallError({ code: 'forbidden', message: '此线路不可见', httpStatus: 403 })
    await renderWithApp(<Table rows={undefined} error={refused} />)
    screen.getByText('此线路不可见')
  })
})

describe('pages', () => {
  it('turn by buttons, by number and by alt with page keys', async () => {
    const onPage = vi.fn()
    const { user } = await renderWithApp(<Table paging={{ page: 2, pageSize: 5, total: 23, onPage }} />)
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await user.click(screen.getByRole('button', { name: '最后一页' }))
    const jump = screen.getByRole('textbox', { name: '页码' })
    await user.clear(jump)
    await user.type(jump, '99{Enter}')
    screen.getByRole('grid').focus()
    await user.keyboard('{Alt>}{PageUp}{/Alt}')
    expect(onPage.mock.calls.flat()).toEqual([3, 5, 5, 1])
  })

  it('a list from a cursor goes on by itself, and only once for a length', async () => {
    const load = vi.fn()
    function Failing() {
      const [, setTries] = useState(0)
      const again = () => {
        load()
        setTries((tries) => tries + 1)
      }
      return <Table more={{ load: again, isLoading: false }} />
    }
    await renderWithApp(<Failing />)
    expect(load).toHaveBeenCalledOnce()
    screen.getByRole('button', { name: '加载更多' })
  })
})
