import { moduleLabel } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Button } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { canBeTaken, groupDifference } from '../model/difference.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { differenceLines } from './difference-lines.ts'
import type { DifferenceLine } from './difference-lines.ts'
import styles from './compare.module.css'

const LINE_HEIGHT = 34
const FIRST_RECT = { width: 700, height: 480 }

type OnTake = (changes: readonly Change[]) => void

function Take({ changes, onTake }: { changes: readonly Change[]; onTake: OnTake }): ReactNode {
  const t = useEditTexts()
  const { canEdit } = useEditorPlace()
  const takable = changes.filter(canBeTaken)
  if (!canEdit || takable.length === 0) return null
  return (
    <Button size="small" type="text" className={styles.take} onClick={() => onTake(takable)}>
      {t('compare.take', { count: takable.length })}
    </Button>
  )
}

interface LineProps {
  line: DifferenceLine
  onTake: OnTake
  onTurn: (diff: string) => void
}

function ModuleLine(props: LineProps & { line: Extract<DifferenceLine, { kind: 'module' }> }): ReactNode {
  const { protocol } = useEditorSession().draft
  const { diff, changes, isOpen } = props.line
  const info = protocol.diffInfos[diff]
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={styles.module}>
      <button type="button" aria-expanded={isOpen} onClick={() => props.onTurn(diff)}>
        <Chevron size={14} aria-hidden /> {info === undefined ? diff : moduleLabel(protocol, info)}
      </button>
      <Tag>{changes.length}</Tag>
      <Take changes={changes} onTake={props.onTake} />
    </div>
  )
}

function Line(props: LineProps): ReactNode {
  const { line, onTake } = props
  if (line.kind === 'module') return <ModuleLine {...props} line={line} />
  if (line.kind === 'row') {
    return (
      <div className={styles.rowHead}>
        <code>{line.key}</code>
        <Take changes={line.changes} onTake={onTake} />
      </div>
    )
  }
  return (
    <div className={styles.change}>
      <ChangePlace change={line.change} />
      <span className={styles.values}>
        <ChangeValues change={line.change} />
      </span>
      <Take changes={[line.change]} onTake={onTake} />
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
  onTake: OnTake
}

/** What differs: module, row, field, each with a way to take it over. */
export function DifferenceTree({ changes, filter, onTake }: TreeProps): ReactNode {
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
  return <Lines lines={lines} onTake={onTake} onTurn={turn} />
}
