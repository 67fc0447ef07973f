import { readingsOf } from '@qd/proto-wire'
import type { Reading } from '@qd/proto-wire'
import { MenuButton } from '@qd/web-controls'
import { Replace } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import type { TreeRow } from './tree-rows.ts'
import { readingName, readingText } from './value-text.ts'

const TEXT_SHOWN = 32

function labelOf(reading: Reading): string {
  const text = readingText(reading)
  const shown = text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text
  return shown === '' ? readingName(reading) : `${readingName(reading)} · ${shown}`
}

/** A field nobody knows may mean several things: reads it as another one. */
export function ReadingMenu(props: {
  row: TreeRow | null
  /** Of the whole frame. */
  bytes: Uint8Array
  onChoose: (row: string, reading: Reading) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const { row, bytes, onChoose } = props
  const node = row?.node ?? null
  const isUnknown = node !== null && node.field === null && node.number > 0
  const readings = useMemo(
    () => (isUnknown && node !== null ? readingsOf(bytes, node) : []),
    [isUnknown, node, bytes],
  )
  if (row === null || readings.length < 2) return null
  // What it was taken as stands first.
  const chosen = readings.findIndex(
    ({ as, elementAs }) =>
      row.reading !== null && as === row.reading.as && elementAs === row.reading.elementAs,
  )
  return (
    <MenuButton
      label={t('page.detail.readAs')}
      items={readings.map((reading, at) => ({
        key: String(at),
        label: labelOf(reading),
        isChosen: at === Math.max(0, chosen),
        onSelect: () => onChoose(row.id, reading),
      }))}
    >
      <Replace size={14} aria-hidden />
    </MenuButton>
  )
}
