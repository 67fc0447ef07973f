import { MenuButton, Picker, SegmentedControl } from '@qd/web-controls'
import { ChevronDown, FileArchive } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ValueFormat, ValueView } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import type { FoundView, GivenDefinitions } from '../decode/messages.ts'
import { messageNames } from '../decode/message-names.ts'
import type { LineFormats } from './bound-views.ts'
import { COMPRESSIONS, FORMATS, compressionName, formatName, viewName } from './view-names.ts'
import styles from './view-bar.module.css'

/** Always in view; the others are in the menu, and the one in use beside these. */
const FIRST: readonly ValueFormat[] = ['auto', 'text', 'json', 'hex']
/** Without definitions: the picker shows it as a choice of its own. */
const SCHEMALESS = ' '

export interface ViewBarProps {
  view: ValueView
  /** What it turned out to be; null while that is not known. */
  found: FoundView | null
  formats: LineFormats
  /** For the messages that can be chosen; null: there are none. */
  definitions: GivenDefinitions | null
  extra?: { id: string; label: string } | undefined
  isExtra: boolean
  /** Typed text waits: the view stays. */
  isLocked: boolean
  onView: (view: ValueView) => void
  onExtra: () => void
  /** Opens the viewers of the line: to see them, or to bind the view in use. */
  onViewers: (binds: boolean) => void
}

function Compression({ view, found, isLocked, onView }: ViewBarProps): ReactNode {
  const t = useRedisTexts()
  const { compression } = view
  const shown =
    compression === 'auto' && found !== null && found.compression !== 'none' ? found.compression : compression
  if (isLocked) return null
  return (
    <MenuButton
      label={t('viewers.compression')}
      items={COMPRESSIONS.map((each) => ({
        key: each,
        label: compressionName(each, t),
        isChosen: each === compression,
        onSelect: () => onView({ ...view, compression: each }),
      }))}
    >
      <span className={styles.choice}>
        <FileArchive size={13} aria-hidden />
        {shown === 'auto' ? null : compressionName(shown, t)}
        <ChevronDown size={12} aria-hidden />
      </span>
    </MenuButton>
  )
}

function Message({ view, found, definitions, isLocked, onView }: ViewBarProps): ReactNode {
  const t = useRedisTexts()
  const isProtobuf = view.format === 'protobuf' || found?.format === 'protobuf'
  const options = useMemo(
    () =>
      isProtobuf && definitions !== null
        ? messageNames(definitions).map((name) => ({ value: name, label: name }))
        : [],
    [isProtobuf, definitions],
  )
  if (!isProtobuf || options.length === 0) return null
  const message = view.message === '' ? SCHEMALESS : view.message
  return (
    <Picker
      label={t('viewers.message')}
      value={message}
      isDisabled={isLocked}
      options={[{ value: SCHEMALESS, label: t('viewers.schemaless') }, ...options]}
      onChange={(value) =>
        onView({ ...view, format: 'protobuf', message: value === SCHEMALESS ? '' : value })
      }
    />
  )
}

/** How a value is looked at: its compression, its format, and what else the view needs. */
export function ViewBar(props: ViewBarProps): ReactNode {
  const { view, found, formats, extra, isExtra, isLocked, onView } = props
  const t = useRedisTexts()
  const { format } = view
  const auto =
    format === 'auto' && found !== null
      ? `${t('viewers.auto')} · ${viewName(found, formats, t)}`
      : t('viewers.auto')
  const shown = FIRST.includes(format) ? FIRST : [...FIRST, format]
  const labelOf = (each: ValueFormat): string => {
    if (each === 'auto') return auto
    const named = { ...view, format: each, compression: 'none' as const }
    return each === format ? viewName(named, formats, t) : formatName(each, t)
  }
  const choose = (each: ValueFormat, decoderId = ''): void =>
    onView({ ...view, format: each, decoderId, message: each === 'protobuf' ? view.message : '' })
  const items = [
    ...FORMATS.map((each) => ({
      key: each as string,
      label: formatName(each, t),
      isChosen: each === format,
      onSelect: () => choose(each),
    })),
    ...formats.decoders.map(({ decoderId, name }, at) => ({
      key: decoderId,
      label: t('viewers.ownNamed', { name }),
      isChosen: format === 'own' && view.decoderId === decoderId,
      isSeparated: at === 0,
      onSelect: () => choose('own', decoderId),
    })),
    ...formats.layouts.map(({ layoutId, name }, at) => ({
      key: layoutId,
      label: t('viewers.recordNamed', { name }),
      isChosen: format === 'record' && view.decoderId === layoutId,
      isSeparated: at === 0,
      onSelect: () => choose('record', layoutId),
    })),
    { key: 'bind', label: t('viewers.bind'), isSeparated: true, onSelect: () => props.onViewers(true) },
    { key: 'viewers', label: t('viewers.open'), onSelect: () => props.onViewers(false) },
  ]
  return (
    <div className={styles.bar}>
      <Compression {...props} />
      <SegmentedControl<string>
        label={t('detail.viewAs')}
        value={isExtra && extra !== undefined ? extra.id : format}
        segments={[
          ...shown.map((each) => ({
            value: each as string,
            label: labelOf(each),
            disabled: isLocked && each !== format,
          })),
          ...(extra === undefined ? [] : [{ value: extra.id, label: extra.label, disabled: isLocked }]),
        ]}
        onChange={(id) => (id === extra?.id ? props.onExtra() : choose(id as ValueFormat, view.decoderId))}
      />
      <Message {...props} />
      {isLocked ? null : (
        <MenuButton label={t('viewers.more')} items={items}>
          <ChevronDown size={14} aria-hidden />
        </MenuButton>
      )}
    </div>
  )
}
