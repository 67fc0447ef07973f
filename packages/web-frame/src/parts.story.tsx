import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { toast } from './toast/toast.ts'
import { ConfirmButton } from '@qd/web-controls'
import { Kbd } from '@qd/web-controls'
import { Picker } from '@qd/web-controls'
import { SegmentedControl } from '@qd/web-controls'
import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import { VirtualTable } from '@qd/web-controls'

const TONES: readonly Tone[] = ['ok', 'warn', 'error', 'theme', 'neutral']
const SERVERS = Array.from({ length: 300 }, (_server, index) => ({
  value: String(index + 1),
  label: `S${index + 1} 潮汐之门`,
  dot: (['ok', 'error', 'neutral'] as const)[index % 3],
}))

function ServerPicker(): ReactNode {
  const [value, setValue] = useState('')
  return <Picker label="区服" value={value} options={SERVERS} recent={['7', '42']} onChange={setValue} />
}

function Views(): ReactNode {
  const [value, setValue] = useState('table')
  const segments = ['table', 'form', 'json'].map((name) => ({ value: name, label: name }))
  return <SegmentedControl label="view" value={value} segments={segments} onChange={setValue} />
}

function Table(): ReactNode {
  const [selected, setSelected] = useState<string | null>('3')
  return (
    <div style={{ width: 480, height: 240, border: '1px solid var(--qd-line)' }}>
      <VirtualTable
        label="背包"
        rows={SERVERS}
        rowKey={(row) => row.value}
        selectedKey={selected}
        onSelect={(row) => setSelected(row.value)}
        columns={[
          {
            key: 'name',
            title: '名称',
            subTitle: 'name',
            width: 'minmax(160px, 1fr)',
            render: (row) => row.label,
          },
          {
            key: 'count',
            title: '数量',
            subTitle: 'count',
            width: 120,
            align: 'right',
            render: (row) => row.value,
          },
        ]}
      />
    </div>
  )
}

function Messages(): ReactNode {
  const kinds = ['message', 'success', 'warning', 'error', 'transport', 'notice', 'notification'] as const
  return kinds.map((kind) => (
    <ConfirmButton key={kind} size="small" onClick={() => toast[kind](`${kind}: 潮汐之门`)}>
      {kind}
    </ConfirmButton>
  ))
}

export const title = 'Parts'

export const stories: Record<string, ComponentType> = {
  tags: () => TONES.map((tone) => <Tag key={tone} tone={tone}>{`${tone} 稀有`}</Tag>),
  keys: () => <Kbd>Ctrl S</Kbd>,
  picker: ServerPicker,
  segments: Views,
  table: Table,
  messages: Messages,
}
