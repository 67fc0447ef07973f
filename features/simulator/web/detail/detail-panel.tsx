import { formatQuantity } from '@qd/web-base'
import { Banner, LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import type { ProtoSchema, Reading } from '@qd/proto-wire'
import { CircleAlert, ScanSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Connection } from '../connections/connection-store.ts'
import { offsetText } from '../hex/hex-text.ts'
import { HexView } from '../hex/hex-view.tsx'
import { useSimulatorTexts } from '../texts.ts'
import { frameName } from '../timeline/frame-columns.tsx'
import { CompareButton } from './compare-dialog.tsx'
import { decodeFrame, topTones } from './decode-frame.ts'
import type { DecodedFrame } from './decode-frame.ts'
import styles from './detail.module.css'
import { useFrame } from './frame-bytes.ts'
import { FrameActions } from './frame-actions.tsx'
import { FrameTree } from './frame-tree.tsx'
import { ReadingMenu } from './reading-menu.tsx'
import { rowOfByte, treeRows } from './tree-rows.ts'
import { readingText, valueText } from './value-text.ts'

export interface DetailPanelProps {
  connection: Connection | null
  schema: ProtoSchema | null
  /** Takes a value of the frame as a variable. */
  onTakeValue: (path: string, value: string) => void
}

function Legend({ decoded }: { decoded: DecodedFrame }): ReactNode {
  const t = useSimulatorTexts()
  const tones = [...topTones(decoded.nodes)].slice(0, 12)
  return (
    <div className={styles.legend} aria-hidden>
      {decoded.header.length === 0 ? null : (
        <span data-tone="header">{t('page.detail.header', { count: decoded.frame.bodyAt })}</span>
      )}
      {tones.map(([name, tone]) => (
        <span key={name} data-tone={tone}>
          {name}
        </span>
      ))}
    </div>
  )
}

/** Why the game refused, in its own words. */
function Refusal({ decoded: { frame } }: { decoded: DecodedFrame }): ReactNode {
  const t = useSimulatorTexts()
  if (frame.refusal === undefined) return null
  return (
    <Banner tone="err" icon={<CircleAlert size={15} aria-hidden />}>
      {t('page.detail.refused', { status: frame.status, words: frame.refusal })}
    </Banner>
  )
}

/** What is wrong with the frame, with the place of the first byte that does not fit. */
function Fault({ decoded }: { decoded: DecodedFrame }): ReactNode {
  const t = useSimulatorTexts()
  const { frame, error } = decoded
  if (frame.fault !== undefined) {
    return (
      <Banner tone="err" icon={<CircleAlert size={15} aria-hidden />}>
        {t('page.detail.fault', { at: `0x${offsetText(frame.fault.offset)}`, text: frame.fault.text })}
      </Banner>
    )
  }
  if (error === null) return <Refusal decoded={decoded} />
  const at = `0x${offsetText(error.offset)}`
  const reason = error.code === 'not_json' ? t('page.fault.text.syntax') : t(`page.wire.${error.code}`)
  return (
    <Banner tone="err" icon={<CircleAlert size={15} aria-hidden />}>
      {t('page.detail.bodyFault', { at, path: error.path || '–', reason })}
      {error.code === 'truncated' && error.wanted !== undefined
        ? ` ${t('page.detail.truncated', { wanted: error.wanted, there: error.there ?? 0 })}`
        : ''}
    </Banner>
  )
}

function FrameBody({
  decoded,
  onTakeValue,
}: { decoded: DecodedFrame } & Pick<DetailPanelProps, 'onTakeValue'>) {
  const t = useSimulatorTexts()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [readings, setReadings] = useState<ReadonlyMap<string, Reading>>(new Map())
  const [cursor, setCursor] = useState(0)
  const [pointed, setPointed] = useState<{ row: number; from: 'tree' | 'hex' } | null>(null)
  const rows = useMemo(() => treeRows(decoded, toggled, readings), [decoded, toggled, readings])
  const at = Math.min(cursor, rows.length - 1)
  const litRow = pointed?.row ?? at
  const lit = rows[litRow] ?? null
  const current = rows[at]?.node ?? null
  const toggle = (id: string): void =>
    setToggled((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const reading = rows[at]?.reading ?? null
  const value = current === null ? '' : reading === null ? valueText(current) : readingText(reading)
  return (
    <>
      <Fault decoded={decoded} />
      <div className={styles.split}>
        {rows.length === 0 ? null : (
          <FrameTree
            rows={rows}
            lit={pointed?.from === 'hex' ? litRow : -1}
            cursor={at}
            onPoint={(row) => setPointed(row === null ? null : { row, from: 'tree' })}
            onCursor={setCursor}
            onToggle={toggle}
          />
        )}
        <div className={styles.hex}>
          <HexView
            label={t('page.detail.hex')}
            bytes={decoded.bytes}
            ranges={decoded.ranges}
            lit={lit}
            onPoint={(byte) => setPointed(byte === null ? null : { row: rowOfByte(rows, byte), from: 'hex' })}
            onChoose={(byte) => setCursor(Math.max(0, rowOfByte(rows, byte)))}
          />
        </div>
      </div>
      <div className={styles.foot}>
        <Legend decoded={decoded} />
        <ReadingMenu
          row={rows[at] ?? null}
          bytes={decoded.bytes}
          onChoose={(id, reading) => setReadings(new Map([...readings, [id, reading]]))}
        />
        {current === null || value === '' ? null : (
          <button
            type="button"
            className={styles.take}
            title={t('page.detail.takeHint', { path: current.path })}
            onClick={() => onTakeValue(current.path, String((reading ?? current).value))}
          >
            {t('page.detail.take', { path: current.path })}
          </button>
        )}
      </div>
    </>
  )
}

/** The chosen frame: tree and bytes light each other; what nobody knows is shown as it looks. */
export function DetailPanel({ connection, schema, onTakeValue }: DetailPanelProps): ReactNode {
  const t = useSimulatorTexts()
  const read = useFrame(connection?.key ?? null, connection?.selected ?? null)
  const layout = connection?.view?.layout
  const decoded = useMemo(
    () => (read.state === 'ready' ? decodeFrame(read.read.frame, read.read.bytes, layout, schema) : null),
    [read, layout, schema],
  )
  if (connection === null || read.state === 'none' || decoded === null) {
    return (
      <Panel title={t('page.detail.title')} icon={<ScanSearch size={15} aria-hidden />}>
        {read.state === 'failed' ? (
          <ErrorState error={read.error} />
        ) : read.state === 'loading' ? (
          <LoadingRows rows={8} />
        ) : (
          <EmptyState title={t('page.detail.empty')} hint={t('page.detail.emptyHint')} />
        )}
      </Panel>
    )
  }
  const { frame, bytes } = decoded
  return (
    <Panel
      title={frameName(frame, t)}
      label={t('page.detail.title')}
      count={t('page.detail.facts', {
        size: formatQuantity(bytes.length),
        at: `0x${offsetText(frame.bodyAt)}`,
      })}
      actions={<FrameActions connection={connection} decoded={decoded} />}
    >
      <div className={styles.detail}>
        <CompareButton connection={connection} schema={schema} />
        {frame.direction === 'note' ? (
          <EmptyState title={frame.note ?? ''} />
        ) : (
          <FrameBody key={`${connection.key} ${frame.n}`} decoded={decoded} onTakeValue={onTakeValue} />
        )}
      </div>
    </Panel>
  )
}
