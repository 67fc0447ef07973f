import { permissionKey } from '@qd/contract-kit'
import { useMay } from '@qd/web-calls'
import { ListSearch, LoadingRows, MenuButton, useReadings } from '@qd/web-controls'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { Bookmark, ChevronRight, EllipsisVertical, Folder, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { readDefinitions, requestList, requestSave } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { lastPart } from '../messages/message-index.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { openRequest } from './open-request.ts'
import { useOpenedRequests } from './opened-requests.ts'
import { askDelete, openMove } from './place-dialogs.tsx'
import styles from './request-list.module.css'
import { findRequests, treeOf } from './request-tree.ts'
import type { FolderNode } from './request-tree.ts'
import { useForgetRequests, useRequests } from './use-requests.ts'

const INDENT_PX = 14

interface RequestListProps {
  lineId: string
  /** Of the definition in view; empty while there is none. */
  messages: readonly MessageEntry[]
  /** Full name of the message that is being written. */
  chosen: string | null
  onOpened: (entry: MessageEntry) => void
}

/** What rows do. */
interface RowActions {
  open: (saved: SavedRequest) => void
  /** Null: they may not. */
  move: ((saved: SavedRequest) => void) | null
  remove: ((saved: SavedRequest) => void) | null
  isOpened: (saved: SavedRequest) => boolean
}

/** Arrows move between folders and requests, whatever stands beside them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(document.activeElement instanceof HTMLElement)) return
  if (document.activeElement.closest('[role="menu"]') !== null) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at + step]?.focus()
  event.preventDefault()
}

function RequestRow({
  saved,
  depth,
  where,
  actions,
}: {
  saved: SavedRequest
  depth: number
  /** Its folders, where they are not around it. */
  where: string
  actions: RowActions
}): ReactNode {
  const t = useSimulatorTexts()
  const { name, message, isMine } = saved
  const { open, move, remove } = actions
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = { F2: move, Delete: remove }[event.key]
    if (act === undefined || act === null || !isMine) return
    event.preventDefault()
    act(saved)
  }
  return (
    <li className={styles.item}>
      <button
        type="button"
        data-row
        className={styles.row}
        style={{ paddingInlineStart: 12 + depth * INDENT_PX }}
        aria-current={actions.isOpened(saved)}
        title={message}
        onClick={() => open(saved)}
        onKeyDown={onKeyDown}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.beside}>{where === '' ? lastPart(message) : where}</span>
      </button>
      {isMine && move !== null && remove !== null ? (
        <MenuButton
          label={t('requests.actions', { name })}
          items={[
            { key: 'move', label: t('requests.move'), onSelect: () => move(saved) },
            { key: 'delete', label: t('requests.delete'), onSelect: () => remove(saved) },
          ]}
        >
          <EllipsisVertical size={14} aria-hidden />
        </MenuButton>
      ) : null}
    </li>
  )
}

function FolderRows(props: { node: FolderNode; depth: number; actions: RowActions }): ReactNode {
  const { node, depth, actions } = props
  return (
    <>
      {node.folders.map((inside) => (
        <FolderRow key={inside.path} node={inside} depth={depth} actions={actions} />
      ))}
      {node.requests.map((saved) => (
        <RequestRow key={saved.savedId} saved={saved} depth={depth} where="" actions={actions} />
      ))}
    </>
  )
}

function FolderRow({ node, depth, actions }: Parameters<typeof FolderRows>[0]): ReactNode {
  const [isOpen, setOpen] = useState(true)
  return (
    <li>
      <button
        type="button"
        data-row
        className={styles.row}
        style={{ paddingInlineStart: 8 + depth * INDENT_PX }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') setOpen(false)
          if (key === 'ArrowRight') setOpen(true)
        }}
      >
        <ChevronRight size={13} aria-hidden className={styles.arrow} data-open={isOpen} />
        <Folder size={13} aria-hidden className={styles.arrow} />
        <span className={styles.name}>{node.name}</span>
        <span className={styles.count}>{node.count}</span>
      </button>
      {isOpen ? (
        <ul className={styles.rows}>
          <FolderRows node={node} depth={depth + 1} actions={actions} />
        </ul>
      ) : null}
    </li>
  )
}

function Section(props: { title: string; list: readonly SavedRequest[]; actions: RowActions }): ReactNode {
  const { title, list, actions } = props
  if (list.length === 0) return null
  return (
    <>
      <h3 className={styles.section}>{title}</h3>
      <ul className={styles.rows} aria-label={title}>
        <FolderRows node={treeOf(list)} depth={0} actions={actions} />
      </ul>
    </>
  )
}

function Found(props: { list: readonly SavedRequest[]; actions: RowActions }): ReactNode {
  const t = useSimulatorTexts()
  if (props.list.length === 0) return <EmptyState icon={<SearchX />} title={t('requests.noMatch')} />
  return (
    <ul className={styles.rows} aria-label={t('requests.list')}>
      {props.list.map((saved) => (
        <RequestRow
          key={saved.savedId}
          saved={saved}
          depth={0}
          where={[saved.isMine ? '' : saved.owner, saved.folder].filter(Boolean).join(' · ') || '/'}
          actions={props.actions}
        />
      ))}
    </ul>
  )
}

/** Saved requests in their folders, own ones and those others share. */
export function RequestList({ lineId, messages, chosen, onOpened }: RequestListProps): ReactNode {
  const t = useSimulatorTexts()
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search).trim()
  const readings = useReadings(query !== '')
  const mayRead = useMay(requestList)
  const maySave = useMay(requestSave)
  const { data, isError, error, refetch } = useRequests(lineId, mayRead)
  const forget = useForgetRequests()
  const opened = useOpenedRequests((state) => (chosen === null ? undefined : state.opened[chosen]))
  const actions: RowActions = {
    open: (saved) => void openRequest(lineId, saved, messages, onOpened),
    move: maySave ? (saved) => openMove(lineId, saved, () => void forget()) : null,
    remove: maySave ? (saved) => askDelete(lineId, saved, () => void forget()) : null,
    isOpened: ({ savedId }) => opened?.saved.savedId === savedId,
  }
  if (!mayRead) return <NoPermission permission={permissionKey(readDefinitions)} />
  if (lineId === '')
    return <EmptyState icon={<Bookmark />} title={t('requests.noLine')} hint={t('requests.noLineHint')} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={8} />
  const { list } = data
  if (list.length === 0) {
    const hint = t(maySave ? 'requests.emptyHint' : 'requests.emptyReader')
    return <EmptyState icon={<Bookmark />} title={t('requests.empty')} hint={hint} />
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead from the search to its hits
    <div className={styles.list} onKeyDown={moveFocus}>
      <ListSearch label={t('requests.search')} value={search} onChange={setSearch} />
      <div className={styles.scroller}>
        {query === '' ? (
          <>
            <Section title={t('requests.own')} list={list.filter(({ isMine }) => isMine)} actions={actions} />
            <Section
              title={t('requests.shared')}
              list={list.filter(({ isMine }) => !isMine)}
              actions={actions}
            />
          </>
        ) : (
          <Found list={findRequests(list, query, readings)} actions={actions} />
        )}
      </div>
    </div>
  )
}
