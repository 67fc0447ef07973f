import type { GiftEntry } from '@qd/gift-content'
import { parseGift, printGift } from '@qd/gift-content'
import type { UseKind } from '@qd/item-limits'
import { useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { MenuButton, SegmentedControl } from '@qd/web-controls'
import { Button } from 'antd'
import { Gift, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { giftTemplates, limitRecords } from '../../contract/index.ts'
import { useItemNames } from '../use-item-names.ts'
import { GiftExcess } from './gift-excess.tsx'
import { GiftList } from './gift-list.tsx'
import { newRow, readRows, rowsOfText } from './gift-rows.ts'
import type { GiftRow } from './gift-rows.ts'
import { GiftText } from './gift-text.tsx'
import styles from './gift.module.css'

interface EditorProps {
  line: LineRef
  value: readonly GiftEntry[]
  onChange: (entries: GiftEntry[] | null) => void
  use?: { kind: UseKind; players: number }
  label?: string
  isDisabled?: boolean
}

const OPTIONS = { told: 'once', staleTimeMs: 30_000 } as const

/** The most one use may give one player: the lowest of the game's limit and the console's. */
function useOneGoLimits(line: LineRef, kind: UseKind | undefined): ReadonlyMap<string, string> {
  const { data } = useCall(limitRecords, { body: { ...line } }, { tag: 'properties:part.limits', ...OPTIONS })
  return useMemo(() => {
    const own = (data?.list ?? []).filter(
      (row) => row.kind === 'action' || (row.kind === 'mail' && kind === 'mail'),
    )
    const lowest = new Map<string, string>()
    for (const { number, quantity } of [...(data?.ofGame ?? []), ...own]) {
      const before = lowest.get(number)
      if (before === undefined || BigInt(quantity) < BigInt(before)) lowest.set(number, quantity)
    }
    return lowest
  }, [data, kind])
}

function TemplateMenu(props: { line: LineRef; onPick: (entries: readonly GiftEntry[]) => void }): ReactNode {
  const t = useTexts('properties')
  const { data } = useCall(
    giftTemplates,
    { body: { ...props.line } },
    { tag: 'properties:part.gifts', ...OPTIONS },
  )
  const list = data?.list ?? []
  if (list.length === 0) return null
  return (
    <MenuButton
      label={t('gift.fromTemplate')}
      items={list.map(({ id, name, entries }) => ({
        key: id,
        label: name,
        onSelect: () => props.onPick(entries),
      }))}
    >
      <Gift size={14} aria-hidden />
    </MenuButton>
  )
}

/** Edits the content of a gift as rows or as text; what it hands on has each item once. */
export function GiftEditor({
  line,
  value,
  onChange,
  use,
  label,
  isDisabled = false,
}: EditorProps): ReactNode {
  const t = useTexts('properties')
  const items = useItemNames(line)
  const limits = useOneGoLimits(line, use?.kind)
  const [rows, setRows] = useState<readonly GiftRow[]>(() =>
    (value.length > 0 ? value : [undefined]).map(newRow),
  )
  const [text, setText] = useState<string | null>(null)
  /** What the value may read as without having been changed by somebody outside. */
  const [told, setTold] = useState(() => [printGift(value)])
  const given = printGift(value)
  // Somebody outside has put another gift here: a template, a copy.
  if (!told.includes(given)) {
    setTold([given])
    setRows(value.map(newRow))
    if (text !== null) setText(given)
  }
  const rules = { isKnown: items.isKnown }
  const read = readRows(rows, rules)
  const written = text === null ? null : parseGift(text, rules)
  const entries = written === null ? read.entries : written.ok ? written.entries : null
  const tell = (next: GiftEntry[] | null) => {
    // What is wrong is not handed on: outside stands what was there, or nothing.
    setTold(next === null ? [given, ''] : [printGift(next)])
    onChange(next)
  }
  const changeRows = (next: readonly GiftRow[]) => {
    setRows(next)
    tell(readRows(next, rules).entries)
  }
  const changeText = (next: string) => {
    setText(next)
    const parsed = parseGift(next, rules)
    if (parsed.ok) setRows(parsed.entries.map(newRow))
    tell(parsed.ok ? parsed.entries : null)
  }
  const switchTo = (mode: 'rows' | 'text') => {
    if (mode === 'text') return setText(printGift(read.entries ?? rows.filter(({ number }) => number !== '')))
    const next = rowsOfText(text ?? '')
    // Text that cannot be read stays until it can.
    if (next === null) return
    setRows(next.length === 0 ? [newRow()] : next)
    setText(null)
  }
  return (
    <fieldset className={styles.editor} aria-label={label ?? t('gift.title')}>
      <div className={styles.head}>
        <SegmentedControl
          label={t('gift.mode')}
          value={text === null ? 'rows' : 'text'}
          segments={[
            { value: 'rows', label: t('gift.asRows'), disabled: text !== null && rowsOfText(text) === null },
            { value: 'text', label: t('gift.asText') },
          ]}
          onChange={switchTo}
        />
        {isDisabled ? null : (
          <TemplateMenu line={line} onPick={(entries) => changeRows(entries.map(newRow))} />
        )}
      </div>
      {text === null ? (
        <GiftList
          rows={rows}
          read={read}
          items={items}
          limits={limits}
          isDisabled={isDisabled}
          onChange={changeRows}
        />
      ) : (
        <GiftText text={text} items={items} isDisabled={isDisabled} onChange={changeText} />
      )}
      {text === null ? (
        <div className={styles.foot}>
          <Button
            size="small"
            icon={<Plus size={14} />}
            disabled={isDisabled}
            onClick={() => setRows([...rows, newRow()])}
          >
            {t('gift.add')}
          </Button>
        </div>
      ) : null}
      {use === undefined || entries === null ? null : (
        <GiftExcess line={line} entries={entries} use={use} items={items} />
      )}
    </fieldset>
  )
}
