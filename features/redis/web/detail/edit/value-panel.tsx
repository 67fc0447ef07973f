import { saveFile } from '@qd/web-base'
import { Banner, IconButton, LoadingRows } from '@qd/web-controls'
import { CopyButton, ErrorState, useMarkUnsaved } from '@qd/web-frame'
import { Download, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { EDIT_BYTES } from '../../../contract/index.ts'
import type { RedisBytes } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { useReading } from '../decode/use-reading.ts'
import type { ReadingState } from '../decode/use-reading.ts'
import { sizeText } from '../model/bytes.ts'
import { AUTO, boundViewer, decoderHashOf, layoutOf, useLineViewers } from '../viewers/bound-views.ts'
import { useDefinitions } from '../viewers/use-definitions.ts'
import { useViewChoice } from '../viewers/use-view-choice.ts'
import { ViewBar } from '../viewers/view-bar.tsx'
import { openViewers } from '../viewers/viewers-dialog.tsx'
import { ReadingView } from './reading-view.tsx'
import { useDraft } from './use-draft.ts'
import type { DraftTarget } from './save-value.ts'
import type { ShownValue, ValueRead } from './use-value.ts'
import { ValueFoot } from './value-foot.tsx'
import { useWide } from './use-wide.ts'
import styles from './value-panel.module.css'

export interface ValuePanelProps {
  /** What the value is called. */
  title: string
  read: ValueRead
  /** Of the key and what is in it: under it the choice of view is remembered. */
  pattern: string
  /** The field of a hash or stream that it is; absent: it has no name. */
  field?: RedisBytes
  target: DraftTarget
  canEdit: boolean
  /** A further way to look at it, beside the viewers. */
  extra?: { id: string; label: string; render: (value: ShownValue) => ReactNode }
  /** Beside the viewers. */
  actions?: ReactNode
  onDirty?: (isDirty: boolean) => void
}

/** The view in use: what people chose, else what is bound to the key, else the bytes say. */
function useView({ target, pattern, field }: ValuePanelProps) {
  const { place } = target
  const viewers = useLineViewers(place)
  const [chosen, choose] = useViewChoice(pattern)
  const bound = boundViewer(viewers.list, place.key, field ?? null)
  const isAuto = chosen === null || (chosen.format === 'auto' && chosen.compression === 'auto')
  const view = isAuto ? (bound ?? AUTO) : chosen
  const { compression, format, message, decoderId } = view
  const [kept, setKept] = useState({ compression, format, message, decoderId })
  const isSame =
    kept.compression === compression &&
    kept.format === format &&
    kept.message === message &&
    kept.decoderId === decoderId
  if (!isSame) setKept({ compression, format, message, decoderId })
  return { viewers, view: kept, isBound: isAuto && bound !== null, choose }
}

const readingOf = (state: ReadingState) => (state.state === 'ready' ? state.reading : null)

function Loaded(props: ValuePanelProps & { value: ShownValue }): ReactNode {
  const { value, read, target, canEdit, extra, title, onDirty } = props
  const t = useRedisTexts()
  const { viewers, view, isBound, choose } = useView(props)
  const { lineId } = target.place
  const [isExtra, setExtra] = useState(false)
  const draft = useDraft(target)
  const isDirty = draft.draft !== null
  useMarkUnsaved(isDirty ? 1 : 0)
  useEffect(() => {
    onDirty?.(isDirty)
    return () => onDirty?.(false)
  }, [isDirty, onDirty])
  const definitions = useDefinitions(lineId, view.format === 'protobuf')
  const wide = useWide(target, value)
  const { bytes, isWhole } = wide
  const state = useReading({
    lineId,
    bytes,
    isWhole,
    comes: value.total <= EDIT_BYTES && read.loadMore !== undefined,
    view,
    definitions,
    decoderHash: decoderHashOf(view, viewers.decoders),
    layout: layoutOf(view, viewers.layouts),
  })
  const reading = draft.draft?.reading ?? readingOf(state)
  const base = draft.draft?.base ?? value
  const isEditable = canEdit && base.isWhole && reading?.isEditable === true
  const why =
    !canEdit || isEditable || isExtra || reading === null
      ? ''
      : base.isWhole
        ? t('detail.notThisViewer')
        : base.total > EDIT_BYTES
          ? t('detail.overEdit', { limit: sizeText(EDIT_BYTES) })
          : t('detail.notWhole')
  const text = draft.draft?.text ?? reading?.text ?? ''
  const isStale = isDirty && value.sha1 !== base.sha1
  return (
    <section aria-label={title} className={styles.panel}>
      <header className={styles.head}>
        <h3 className={styles.title} title={title}>
          {title}
        </h3>
        <CopyButton text={text} label={t('detail.copyValue')} />
        <IconButton
          isSmall
          label={t('viewers.saveText')}
          onClick={() =>
            saveFile(`${title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100)}.txt`, text, 'text/plain')
          }
        >
          <Download size={13} aria-hidden />
        </IconButton>
        <div className={styles.tools}>
          <ViewBar
            view={isBound ? AUTO : view}
            found={reading?.view ?? null}
            formats={viewers}
            definitions={definitions.given}
            extra={extra}
            isExtra={isExtra}
            isLocked={isDirty}
            onView={(next) => {
              setExtra(false)
              choose(next)
            }}
            onExtra={() => setExtra(true)}
            onViewers={(binds) =>
              openViewers({
                place: target.place,
                field: props.field ?? null,
                view: binds ? (reading?.view ?? view) : null,
                valueBytes: value.isWhole ? (reading?.inner.length ?? bytes.length) : null,
              })
            }
          />
          {props.actions}
        </div>
      </header>
      {isStale ? (
        <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
          {t('detail.changedMeanwhile')}
        </Banner>
      ) : null}
      <div className={styles.body}>
        {isExtra && extra !== undefined ? (
          extra.render(value)
        ) : (
          <ReadingView
            name={title}
            state={state}
            reading={reading}
            value={value}
            wide={wide}
            read={read}
            text={text}
            // A new base is shown anew; typing is not.
            version={isDirty ? 'typed' : `${value.sha1} ${bytes.length}`}
            onType={isEditable && reading !== null ? (typed) => draft.type(typed, base, reading) : null}
            onSave={draft.save}
          />
        )}
      </div>
      <ValueFoot value={value} reading={reading} draft={draft} read={read} why={why} />
    </section>
  )
}

/** One value: looked at in several ways, edited, compared and saved. */
export function ValuePanel(props: ValuePanelProps): ReactNode {
  const { read } = props
  if (read.value !== null) return <Loaded {...props} value={read.value} />
  if (read.error !== null) return <ErrorState error={read.error} onRetry={read.reload} />
  return <LoadingRows rows={4} />
}
