import { useIsMobile } from '@qd/web-base'
import { MenuButton, Tag } from '@qd/web-controls'
import { FloatingMenu } from '@qd/web-tables'
import type { MenuPlace } from '@qd/web-tables'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent, MouseEvent, ReactNode } from 'react'
import type { RedisConnection } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { reorder, startOpening } from './connection-actions.ts'
import type { ActionContext } from './connection-actions.ts'
import { movedBefore } from './connection-list.ts'
import { connectionItems } from './connection-menu.ts'
import styles from './connections.module.css'
import { OpeningNote } from './opening-note.tsx'
import { useOpenings } from './openings.ts'

const DRAGGED = 'application/x-redis-connection'

function addressOf({ mode, host, port, socketPath, sentinel }: RedisConnection): string {
  if (mode === 'sentinel') {
    const nodes = sentinel?.nodes.map((node) => `${node.host}:${node.port}`).join(', ') ?? ''
    return `${sentinel?.master ?? ''} @ ${nodes}`
  }
  return socketPath === '' ? `${host}:${port}` : socketPath
}

function detailsOf(t: RedisTexts, connection: RedisConnection): string {
  const { name, customName, mode, tags } = connection
  const lines = [
    customName === '' ? name : `${customName} (${name})`,
    `${t(`connections.modes.${mode}`)} · ${addressOf(connection)}`,
    tags.join(', '),
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** Read-only and tunnels show before the kind of server: they change what one may expect. */
function Marks({ connection }: { connection: RedisConnection }): ReactNode {
  const t = useRedisTexts()
  const { readOnly, ssh, mode, environment } = connection
  const marks = [...(readOnly ? [t('connections.readOnlyTag')] : []), ...(ssh.length > 0 ? ['SSH'] : [])]
  if (marks.length === 0) return <span className={styles.mode}>{t(`connections.modes.${mode}`)}</span>
  const tone = readOnly ? (environment === 'production' ? 'error' : 'warn') : 'neutral'
  return (
    <Tag tone={tone} title={t(`connections.modes.${mode}`)}>
      {marks.join(' · ')}
    </Tag>
  )
}

/** Rows of a line change places by being dragged. */
function useDragging(connection: RedisConnection, context: ActionContext) {
  const [isOver, setOver] = useState(false)
  if (!connection.mayManage) return { isOver: false, handlers: {} }
  const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAGGED)
  const handlers = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAGGED, connection.id)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isOurs(event)) return
      event.preventDefault()
      const moved = context.list.find(({ id }) => id === event.dataTransfer.getData(DRAGGED))
      const ids = moved === undefined ? null : movedBefore(context.list, moved, connection)
      if (ids !== null) void reorder(connection.lineId, ids, context)
    },
  }
  return { isOver, handlers }
}

/** One connection: a double click, Enter or a tap on a phone opens it; what is open comes into view with a click. */
export function ConnectionRow(props: {
  connection: RedisConnection
  isCurrent: boolean
  context: ActionContext
}): ReactNode {
  const t = useRedisTexts()
  const { connection, isCurrent, context } = props
  const opening = useOpenings(({ byId }) => byId[connection.id])
  const isMobile = useIsMobile()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const { isOver, handlers } = useDragging(connection, context)
  const phase = opening?.phase ?? 'closed'
  const items = connectionItems(t, connection, phase === 'open', context)
  const shown = connection.customName === '' ? connection.name : connection.customName
  const onClick = ({ detail }: MouseEvent): void => {
    // Keys and screen readers click without a pointer.
    if (detail === 0 || isMobile || phase === 'open') void startOpening(connection)
  }
  return (
    <li className={styles.item} data-over={isOver}>
      <div
        className={styles.rowBox}
        data-current={isCurrent}
        data-colour={connection.colour}
        {...handlers}
        onContextMenu={(event) => {
          event.preventDefault()
          setPlace({ x: event.clientX, y: event.clientY })
        }}
      >
        <button
          type="button"
          className={styles.row}
          aria-current={isCurrent}
          data-connection={connection.id}
          title={detailsOf(t, connection)}
          onClick={onClick}
          onDoubleClick={() => (phase === 'open' || isMobile ? undefined : void startOpening(connection))}
        >
          <span
            className={styles.dot}
            data-phase={phase}
            role="img"
            aria-label={t(`connections.phase.${phase}`)}
          />
          <span className={styles.name}>{shown}</span>
          <span className={styles.marks}>
            <Marks connection={connection} />
          </span>
        </button>
        <span className={styles.more}>
          <MenuButton label={t('connections.menuOf', { name: shown })} items={items}>
            <EllipsisVertical size={14} aria-hidden />
          </MenuButton>
        </span>
      </div>
      {opening === undefined ? null : (
        <OpeningNote connection={connection} opening={opening} context={context} />
      )}
      {place === null ? null : (
        <FloatingMenu
          label={t('connections.menuOf', { name: shown })}
          place={place}
          items={items}
          onClose={() => setPlace(null)}
        />
      )}
    </li>
  )
}
