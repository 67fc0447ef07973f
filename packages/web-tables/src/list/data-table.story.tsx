import { Button, Input } from 'antd'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { CallError } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import { Panel } from '@qd/web-controls'
import { Tag } from '@qd/web-controls'
import type { DataColumn } from './data-column.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'

interface Order {
  id: string
  role: string
  device: string
  note: string
  amount: number
}

const LONG = 'Betriebskonsolenverwaltungsübersicht und eine Anmerkung, die länger ist als jede Spalte. '

const COLUMNS: DataColumn<Order>[] = [
  {
    key: 'id',
    title: '订单号',
    holds: 'orderId',
    isFixed: true,
    render: (row) => <code>{row.id}</code>,
    text: (row) => row.id,
  },
  {
    key: 'role',
    title: '角色',
    holds: 'roleId',
    render: (row) => row.role,
    text: (row) => row.role,
  },
  {
    key: 'state',
    title: '状态',
    holds: 'status',
    render: (row) => (
      <Tag tone={row.amount % 2 === 0 ? 'ok' : 'warn'}>{row.amount % 2 === 0 ? '成功' : '等待'}</Tag>
    ),
  },
  {
    key: 'amount',
    title: '数量',
    holds: 'number',
    align: 'right',
    render: (row) => row.amount,
    text: (row) => `${row.amount}`,
    compare: (a, b) => a.amount - b.amount,
  },
  {
    key: 'device',
    title: 'Geräteidentifikationsnummer',
    holds: 'deviceId',
    render: (row) => <code>{row.device}</code>,
    text: (row) => row.device,
  },
  { key: 'note', title: '备注', holds: 'text', isGrowing: true, render: (row) => row.note },
]

function orders(count: number): Order[] {
  return Array.from({ length: count }, (_row, index) => ({
    id: `GPA.33${String(index).padStart(6, '0')}`,
    role: `3012300${String(index).padStart(4, '0')}`,
    device: `a41f9c2e-${String(index).padStart(4, '0')}-4b1d-9a77-0c5e1f2d3b4a`,
    note: index % 5 === 3 ? LONG : '',
    amount: (index * 37) % 101,
  }))
}

const FEW = orders(14)
const MANY = orders(100_000)
const failure = new CallError({ code: 'upstream_down', message: '游戏服务器未开启', httpStatus: 503 })

function Example(props: Partial<DataTableProps<Order>> & { width?: number; height?: number }): ReactNode {
  const { width = 960, height = 340, ...table } = props
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  return (
    <Panel title="订单" style={{ width, maxWidth: '100%', height }}>
      <DataTable
        name="story.orders"
        label="订单"
        columns={COLUMNS}
        rows={FEW}
        rowKey={(row) => row.id}
        selectedKey={selectedKey}
        onSelect={(row) => setSelectedKey(row.id)}
        {...table}
      />
    </Panel>
  )
}

const ACTIONS: readonly MenuItem[] = [
  { key: 'edit', label: '编辑', icon: <Pencil size={15} />, onSelect: () => {} },
  { key: 'delete', label: '删除', icon: <Trash2 size={15} />, onSelect: () => {} },
]
const actionsOf = () => ACTIONS

function Everything({ width = 960 }: { width?: number }): ReactNode {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(['GPA.33000002']))
  const [page, setPage] = useState(3)
  return (
    <Example
      width={width}
      height={420}
      checked={checked}
      onCheck={setChecked}
      filters={<Input placeholder="角色" style={{ width: 160 }} />}
      actions={<Button type="primary">添加</Button>}
      exportAs={{ name: 'orders', rows: () => Promise.resolve(FEW) }}
      paging={{ page, pageSize: 14, total: 1234, onPage: setPage }}
      rowActions={actionsOf}
    />
  )
}

export const title = 'Table'

export const stories: Record<string, ComponentType> = {
  everything: () => <Everything />,
  'at 360 px': () => <Everything width={360} />,
  '100,000 rows': () => <Example rows={MANY} />,
  empty: () => <Example rows={[]} height={260} />,
  'nothing found': () => <Example rows={[]} isFiltered onClearFilter={() => {}} height={260} />,
  loading: () => <Example rows={undefined} height={260} />,
  error: () => <Example rows={undefined} error={failure} onRetry={() => {}} height={260} />,
  'error with rows still there': () => <Example error={failure} onRetry={() => {}} height={260} />,
}
