import { placeId } from '@qd/player-diff'
import { moduleLabel, placeText } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Checkbox } from 'antd'
import { ChevronDown, ChevronRight, Lock } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { groupDifference } from '../model/difference.ts'
import { ChangePlace } from '../pending/change-item.tsx'
import { useEditorSession, useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { changeTexts } from '../values/change-label.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { differenceLines } from './difference-lines.ts'
import type { DifferenceLine } from './difference-lines.ts'
import styles from './compare.module.css'

const LINE_HEIGHT = 34
const FIRST_RECT = { width: 700, height: 480 }

/** What is ticked, and what may be. */
export interface Ticked {
  ids: ReadonlySet<string>
  /** Why a difference cannot be taken over, by place id. */
  whyNot: ReadonlyMap<string, string>
  /** Ticks differences, or takes the ticks away. */
  tick: (changes: readonly Change[], isOn: boolean) => void
}

interface TickProps {
  changes: readonly Change[]
  label: string
  ticked: Ticked
}

/** One box for all that may be ticked of the given differences. */
export function Tick({ changes, label, ticked }: TickProps): ReactNode {
  const { ids, whyNot, tick } = ticked
  const open = changes.filter((change) => !whyNot.has(placeId(change)))
  const count = open.filter((change) => ids.has(placeId(change))).length
  return (
    <Checkbox
      aria-label={label}
      disabled={open.length === 0}
      checked={open.length > 0 && count === open.length}
      indeterminate={count > 0 && count < open.length}
      onChange={({ target }) => tick(open, target.checked)}
    />
  )
}

interface LineProps {
  line: DifferenceLine
  ticked: Ticked
  onTurn: (diff: string) => void
}

function ModuleLine(props: LineProps & { line: Extract<DifferenceLine, { kind: 'module' }> }): ReactNode {
  const t = useEditTexts()
  const { protocol } = useEditorSession().draft
  const { diff, changes, isOpen } = props.line
  const info = protocol.diffInfos[diff]
  const name = info === undefined ? diff : moduleLabel(protocol, info)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const count = changes.filter((change) => props.ticked.ids.has(placeId(change))).length
  return (
    <div className={styles.module}>
      <Tick changes={changes} label={t('compare.selectModule', { name })} ticked={props.ticked} />
      <button type="button" aria-expanded={isOpen} onClick={() => props.onTurn(diff)}>
        <Chevron size={14} aria-hidden /> {name}
      </button>
      <Tag>{count === 0 ? changes.length : `${count}/${changes.length}`}</Tag>
    </div>
  )
}

/** Signs of a value that are drawn; a text may have a hundred thousand. */
const MOST_SIGNS = 300
const ABSENT = '–'

const clipped = (text: string | null): string =>
  text === null || text === '' ? ABSENT : text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text

/** One difference: this player's value left, the other one right. */
function ChangeLine({ change, ticked }: { change: Change; ticked: Ticked }): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const texts = changeTexts(protocol, change, useValueContext())
  const why = ticked.whyNot.get(placeId(change))
  return (
    <div className={styles.change} data-locked={why !== undefined || undefined}>
      <Tick changes={[change]} label={t('compare.select', { place: placeText(change) })} ticked={ticked} />
      <ChangePlace change={change} />
      <bdi className={styles.side} data-side="here">
        {clipped(texts.before)}
      </bdi>
      <bdi className={styles.side} data-side="there">
        {clipped(texts.after)}
      </bdi>
      {why === undefined ? null : (
        <span className={styles.why}>
          <Lock size={11} aria-hidden /> {why}
        </span>
      )}
    </div>
  )
}

function Line(props: LineProps): ReactNode {
  const t = useEditTexts()
  const { line, ticked } = props
  if (line.kind === 'module') return <ModuleLine {...props} line={line} />
  if (line.kind === 'change') return <ChangeLine change={line.change} ticked={ticked} />
  return (
    <div className={styles.rowHead}>
      <Tick changes={line.changes} label={t('compare.selectRow', { key: line.key })} ticked={ticked} />
      <code>{line.key}</code>
    </div>
  )
}

/** Only the lines in view are drawn: players of many megabytes differ in a hundred thousand places. */
function Lines({
  lines,
  ...rest
}: { lines: readonly DifferenceLine[] } & Omit<LineProps, 'line'>): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react/incompatible-library -- the virtualizer renders on scroll, nothing here is memoized
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => lines[index]!.id,
    overscan: 8,
    initialRect: FIRST_RECT,
  })
  return (
    <div ref={box} className={styles.tree}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={styles.line}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Line line={lines[index]!} {...rest} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface TreeProps {
  changes: readonly Change[]
  filter: string
  ticked: Ticked
}

/** What differs: module, row, field, each with a box to take it over. */
export function DifferenceTree({ changes, filter, ticked }: TreeProps): ReactNode {
  const t = useEditTexts()
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const needle = useDeferredValue(filter)
  const modules = useMemo(() => groupDifference(changes, needle), [changes, needle])
  const lines = useMemo(() => differenceLines(modules, turned), [modules, turned])
  if (modules.length === 0) {
    return <EmptyState title={changes.length === 0 ? t('compare.same') : t('compare.noMatch')} />
  }
  const turn = (diff: string): void =>
    setTurned(new Set(turned.has(diff) ? [...turned].filter((each) => each !== diff) : [...turned, diff]))
  return <Lines lines={lines} ticked={ticked} onTurn={turn} />
}
