import { formatQuantity } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { ChevronRight, Ellipsis, RotateCw } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { KeyRow } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import type { RedisTexts } from '../texts.ts'
import { timeLeft } from './facts-cache.ts'
import type { KnownFacts } from './facts-cache.ts'
import type { FlatRow } from './flat-rows.ts'
import styles from './keys.module.css'
import { leftText, sizeText } from './time-left.ts'
import { TypeBadge, typeName } from './type-badge.tsx'

export const INDENT_PX = 15

function FolderCount({ row }: { row: Extract<KeyRow, { kind: 'folder' }> }): ReactNode {
  const t = useRedisTexts()
  const count = formatQuantity(row.keys)
  const title = t(`keys.count.${row.count}`, { count: row.keys })
  const mark = { exact: '', soFar: '…', stale: '≈' }[row.count]
  return (
    <span className={styles.count} title={title} data-count={row.count} aria-hidden>
      {mark === '≈' ? `≈ ${count}` : `${count}${mark}`}
    </span>
  )
}

function KeyFactsCells(props: { known: KnownFacts | undefined; now: number; hasSizes: boolean }): ReactNode {
  const t = useRedisTexts()
  const { known, now, hasSizes } = props
  if (known === undefined) return null
  const { type, bytes } = known.facts
  if (type === '') {
    return (
      <span className={styles.gone} title={t('keys.sort.denied')}>
        –
      </span>
    )
  }
  const left = timeLeft(known, now)
  if (type === 'none' || left === 0) return <span className={styles.gone}>{t('keys.gone')}</span>
  return (
    <>
      {hasSizes ? (
        <span className={styles.size} aria-hidden>
          {bytes === null ? '–' : sizeText(bytes)}
        </span>
      ) : null}
      <span
        className={styles.left}
        data-ends={left !== null && left >= 0}
        title={t(left === null ? 'keys.endNotTold' : left < 0 ? 'keys.noEnd' : 'keys.left')}
        aria-hidden
      >
        {leftText(left)}
      </span>
    </>
  )
}

function KeyName({ row }: { row: Extract<KeyRow, { kind: 'key' }> }): ReactNode {
  const full = shownBytes(row.key)
  const last = shownBytes(row.name)
  const isTail = last !== '' && full.endsWith(last)
  return (
    <span className={styles.keyName} title={full}>
      {isTail && full !== last ? (
        <span className={styles.path}>{full.slice(0, full.length - last.length)}</span>
      ) : null}
      <span className={styles.lastPart}>{(isTail ? last : full) || '""'}</span>
    </span>
  )
}

interface KeyLineProps {
  flat: FlatRow
  known: KnownFacts | undefined
  now: number
  hasSizes: boolean
  onMenu: (event: MouseEvent<HTMLElement>) => void
  /** Reads the folder again whose names are not kept. */
  onLoad: () => void
}

/** What a line says beside its name, for who hears it. */
export function lineNote(
  flat: FlatRow,
  known: KnownFacts | undefined,
  now: number,
  t: RedisTexts,
): string | undefined {
  if (flat.kind !== 'row') return undefined
  if (flat.row.kind === 'folder') return t(`keys.count.${flat.row.count}`, { count: flat.row.keys })
  if (known === undefined) return undefined
  if (known.facts.type === '') return t('keys.sort.denied')
  const left = timeLeft(known, now)
  if (known.facts.type === 'none' || left === 0) return t('keys.gone')
  return `${typeName(known.facts.type)}, ${left === null ? t('keys.endNotTold') : left < 0 ? t('keys.noEnd') : leftText(left)}`
}

/** What stands in one line: a folder, a key, or why a folder ends here. */
export function KeyLine({ flat, known, now, hasSizes, onMenu, onLoad }: KeyLineProps): ReactNode {
  const t = useRedisTexts()
  if (flat.kind === 'wait') return <span className={styles.waiting} />
  if (flat.kind === 'note') {
    return (
      <span className={styles.note}>
        {t(flat.note === 'cut' ? 'keys.cut' : 'keys.dropped', { count: flat.total })}
        {flat.note === 'dropped' ? (
          <IconButton isSmall label={t('keys.loadFolder')} tabIndex={-1} onClick={onLoad}>
            <RotateCw size={13} aria-hidden />
          </IconButton>
        ) : null}
      </span>
    )
  }
  const { row } = flat
  const menu = (
    <IconButton isSmall label={t('keys.actions')} tabIndex={-1} className={styles.more} onClick={onMenu}>
      <Ellipsis size={14} aria-hidden />
    </IconButton>
  )
  if (row.kind === 'folder') {
    return (
      <>
        <ChevronRight size={14} aria-hidden className={styles.arrow} data-open={flat.isOpen} />
        <span className={styles.folderName} title={shownBytes(row.prefix)}>
          {shownBytes(row.name) || '""'}
        </span>
        {menu}
        <FolderCount row={row} />
      </>
    )
  }
  return (
    <>
      <TypeBadge type={known?.facts.type} />
      <KeyName row={row} />
      {menu}
      <KeyFactsCells known={known} now={now} hasSizes={hasSizes} />
    </>
  )
}
