import { isCallError, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { EnvironmentTag, IconButton, ListSearch, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { Button } from 'antd'
import { ChevronDown, ChevronUp, FolderTree, Plus, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { orderPlaces } from '../../contract/index.ts'
import { chosenKey, useCatalogue } from '../page/chosen.ts'
import type { Chosen } from '../page/chosen.ts'
import { ExchangeMenu } from '../exchange/exchange-menu.tsx'
import { filterRows, movedOrder, treeRows } from './tree-rows.ts'
import type { Tree, TreeRow } from './tree-rows.ts'
import styles from './tree-panel.module.css'
import { useRefresh, useTree } from './use-tree.ts'

/** What is added below a row. */
function childOf({ chosen }: TreeRow): Chosen | null {
  if (chosen.kind === 'game' && chosen.game !== null) {
    return { kind: 'operator', game: chosen.game, partnerCode: null }
  }
  if (chosen.kind === 'operator' && chosen.partnerCode !== null) {
    return { kind: 'line', game: chosen.game, partnerCode: chosen.partnerCode, lineId: null }
  }
  if (chosen.kind === 'line' && chosen.lineId !== null) {
    return { kind: 'server', lineId: chosen.lineId, sId: null }
  }
  return null
}

const ADD_TEXT = ['addOperator', 'addLine', 'addServer'] as const

function parentOf({ chosen }: TreeRow): { game?: string; partnerCode?: string } {
  if (chosen.kind === 'operator') return { game: chosen.game }
  return chosen.kind === 'line' ? { game: chosen.game, partnerCode: chosen.partnerCode } : {}
}

interface RowActionsProps {
  row: TreeRow
  rows: readonly TreeRow[]
  canMove: boolean
  /** Nothing is below it yet: what comes next is said in words, without anybody pointing at the row. */
  isEmpty: boolean
}

function RowActions({ row, rows, canMove, isEmpty }: RowActionsProps): ReactNode {
  const t = useTexts('catalogue')
  const { choose } = useCatalogue()
  const refresh = useRefresh()
  const child = childOf(row)
  const addLabel = `${row.name}: ${t(ADD_TEXT[row.depth])}`
  const move = async (by: -1 | 1): Promise<void> => {
    const order = movedOrder(rows, row, by)
    if (order === null) return
    try {
      await call(
        orderPlaces,
        { body: { ...parentOf(row), order } },
        { tag: 'catalogue:title', told: 'toast' },
      )
    } catch (error) {
      // The call has told it.
      if (!isCallError(error)) throw error
    }
    await refresh()
  }
  return (
    <span className={styles.actions}>
      {canMove && movedOrder(rows, row, -1) !== null ? (
        <IconButton label={t('moveUp', { name: row.name })} onClick={() => void move(-1)}>
          <ChevronUp size={14} aria-hidden />
        </IconButton>
      ) : null}
      {canMove && movedOrder(rows, row, 1) !== null ? (
        <IconButton label={t('moveDown', { name: row.name })} onClick={() => void move(1)}>
          <ChevronDown size={14} aria-hidden />
        </IconButton>
      ) : null}
      {child !== null && isEmpty ? (
        <Button size="small" type="link" aria-label={addLabel} onClick={() => choose(child)}>
          {t(ADD_TEXT[row.depth])}
        </Button>
      ) : null}
      {child === null || isEmpty ? null : (
        <IconButton label={addLabel} onClick={() => choose(child)}>
          <Plus size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

const isEditable = ({ game, operator, line }: TreeRow) => (game ?? operator ?? line)?.isEditable === true

/** Whoever may change the place above may put its children in order. */
function canMoveIn(tree: Tree, row: TreeRow): boolean {
  const { game, partnerCode } = parentOf(row)
  if (game === undefined) return tree.canAddGames
  if (partnerCode === undefined) return tree.games.some((each) => each.game === game && each.isEditable)
  return tree.operators.some(
    (each) => each.game === game && each.partnerCode === partnerCode && each.isEditable,
  )
}

function hasBelow(tree: Tree, { game, operator, line }: TreeRow): boolean {
  if (line !== undefined) return line.servers > 0
  if (operator !== undefined)
    return tree.lines.some((each) => each.game === operator.game && each.partnerCode === operator.partnerCode)
  return tree.operators.some((each) => each.game === game?.game)
}

function Row({ row, rows, tree }: { row: TreeRow; rows: readonly TreeRow[]; tree: Tree }): ReactNode {
  const { chosen, choose } = useCatalogue()
  const isServerBelow =
    chosen?.kind === 'server' && row.chosen.kind === 'line' && row.chosen.lineId === chosen.lineId
  const isChosen = chosen !== null && (isServerBelow || chosenKey(chosen) === chosenKey(row.chosen))
  const isEmpty = !hasBelow(tree, row)
  return (
    <li className={styles.item} data-depth={row.depth} data-empty={isEmpty && isEditable(row)}>
      <button
        type="button"
        className={styles.row}
        data-row
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => choose(row.chosen)}
      >
        <bdi className={styles.name} title={row.name}>
          {row.name}
        </bdi>{' '}
        <code className={styles.hint}>{row.hint}</code>{' '}
        {row.line === undefined ? null : <EnvironmentTag environment={row.line.environment} />}
        <span className={styles.count}>{row.servers}</span>
      </button>
      {isEditable(row) ? (
        <RowActions row={row} rows={rows} canMove={canMoveIn(tree, row)} isEmpty={isEmpty} />
      ) : null}
    </li>
  )
}

/** Arrow keys walk through the rows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-row]')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function Rows({ tree, search }: { tree: Tree; search: string }): ReactNode {
  const t = useTexts('catalogue')
  const { choose } = useCatalogue()
  const rows = treeRows(tree)
  const shown = filterRows(rows, useDeferredValue(search))
  if (rows.length === 0) {
    if (!tree.canAddGames) return <EmptyState title={t('empty')} hint={t('emptyHint')} />
    return (
      <EmptyState
        title={t('empty')}
        hint={t('firstHint')}
        action={
          <Button type="primary" onClick={() => choose({ kind: 'game', game: null })}>
            {t('firstGame')}
          </Button>
        }
      />
    )
  }
  if (shown.length === 0) return <EmptyState icon={<SearchX />} title={t('noMatch')} />
  return (
    <ul className={styles.rows}>
      {shown.map((row) => (
        <Row key={row.key} row={row} rows={rows} tree={tree} />
      ))}
    </ul>
  )
}

function Body({ search }: { search: string }): ReactNode {
  const { data, error, refetch } = useTree()
  if (data !== undefined) return <Rows tree={data} search={search} />
  if (error?.httpStatus === 403) return <NoPermission permission="catalogue.place.read" />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <LoadingRows rows={10} />
}

/** Games, operators and lines, to be searched, ordered and chosen. */
export function TreePanel(): ReactNode {
  const t = useTexts('catalogue')
  const { choose } = useCatalogue()
  const { data } = useTree()
  const [search, setSearch] = useState('')
  return (
    <Panel
      title={t('tree')}
      icon={<FolderTree size={15} aria-hidden />}
      actions={
        <>
          {data?.canAddGames === true ? (
            <IconButton label={t('addGame')} onClick={() => choose({ kind: 'game', game: null })}>
              <Plus size={15} aria-hidden />
            </IconButton>
          ) : null}
          <ExchangeMenu />
        </>
      }
    >
      <div role="group" aria-label={t('tree')} onKeyDown={walk}>
        <ListSearch label={t('search')} value={search} onChange={setSearch} />
        <Body search={search} />
      </div>
    </Panel>
  )
}
