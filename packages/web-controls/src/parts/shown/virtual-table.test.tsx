import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { VirtualTable } from './virtual-table.tsx'
import type { Column } from './virtual-table.tsx'

const COLUMNS: Column<number>[] = [
  { key: 'id', title: '物品', subTitle: 'itemId', width: 120, render: (row) => row },
  { key: 'count', title: '数量', subTitle: 'count', width: 100, align: 'right', render: (row) => row * 2 },
]

function Table({ rows, onActivate }: { rows: number; onActivate?: (row: number) => void }) {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <VirtualTable
      label="背包"
      rows={Array.from({ length: rows }, (_row, index) => index)}
      columns={COLUMNS}
      rowKey={String}
      selectedKey={selected}
      onSelect={(row) => setSelected(String(row))}
      onActivate={onActivate}
      empty={<p>空</p>}
    />
  )
}

describe('virtual table', () => {
  it('draws only what is in view, but tells readers the whole size', async () => {
    await renderWithApp(<Table rows={100_000} />)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001')
    const drawn = screen.getAllByRole('row').length
    expect(drawn).toBeGreaterThan(10)
    expect(drawn).toBeLessThan(60)
    within(screen.getAllByRole('columnheader')[0]!).getByText('itemId')
  })

  it('selects by arrow keys and activates by Enter', async () => {
    const onActivate = vi.fn()
    const { user } = await renderWithApp(<Table rows={3} onActivate={onActivate} />)
    screen.getByRole('grid').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{End}{ArrowDown}{Enter}')
    expect(onActivate).toHaveBeenCalledWith(2, 2)
    expect(screen.getByRole('row', { selected: true }).getAttribute('aria-rowindex')).toBe('4')
  })

  it('says that there is nothing', async () => {
    await renderWithApp(<Table rows={0} />)
    screen.getByText('空')
  })
})
