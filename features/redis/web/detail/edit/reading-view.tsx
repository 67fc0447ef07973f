import { Banner, LoadingRows } from '@qd/web-controls'
import { Button } from 'antd'
import { Info } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { EDIT_BYTES } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { FaultBanner } from '../decode/fault-banner.tsx'
import { IN_BYTES } from '../decode/messages.ts'
import type { Reading } from '../decode/reading.ts'
import type { ReadingState } from '../decode/use-reading.ts'
import { sizeText } from '../model/bytes.ts'
import { DumpView } from '../viewers/dump-view.tsx'
import type { ShownValue, ValueRead } from './use-value.ts'
import type { WideValue } from './use-wide.ts'
import { ValueView } from './value-view.tsx'

/** Characters of a decoded text that are drawn; all of them are copied and saved to a file. */
const SHOWN_CHARS = 4_000_000

interface ReadingViewProps {
  name: string
  state: ReadingState
  /** What is shown: of what was typed, or of the value. */
  reading: Reading | null
  value: ShownValue
  wide: WideValue
  read: ValueRead
  text: string
  version: string
  onType: ((text: string) => void) | null
  onSave: () => void
}

/** A value that is not read to its end: the rest comes by itself up to what may be edited, else when somebody asks. */
function Part({ value, wide, read }: Pick<ReadingViewProps, 'value' | 'wide' | 'read'>): ReactNode {
  const t = useRedisTexts()
  const { total } = value
  const { loadMore, isLoading } = read
  const comes = total <= EDIT_BYTES && loadMore !== undefined
  useEffect(() => {
    if (comes && !isLoading) loadMore()
  })
  if (comes) return <LoadingRows rows={3} />
  return (
    <Banner
      tone="info"
      icon={<Info size={15} aria-hidden />}
      action={
        wide.readAll === undefined ? undefined : (
          <Button size="small" loading={wide.isReading} onClick={wide.readAll}>
            {t('viewers.readAll', { size: sizeText(total) })}
          </Button>
        )
      }
    >
      {total > IN_BYTES
        ? t('viewers.tooLarge', { size: sizeText(total), limit: sizeText(IN_BYTES) })
        : t('viewers.needsAll')}
    </Banner>
  )
}

/** A value in the view in use, or why it cannot be shown so, with its bytes. */
export function ReadingView(props: ReadingViewProps): ReactNode {
  const { name, state, reading, value, text } = props
  const t = useRedisTexts()
  if (reading === null) {
    if (state.state === 'busy') return <LoadingRows rows={4} />
    return (
      <>
        {state.state === 'failed' ? (
          <FaultBanner fault={state.fault} bytes={null} isPartly={false} />
        ) : (
          <Part value={value} wide={props.wide} read={props.read} />
        )}
        <DumpView label={name} bytes={props.wide.bytes} as="hex" />
      </>
    )
  }
  const { fault, view } = reading
  // A table of records draws what is in view.
  const isLong = reading.look !== 'dump' && reading.records === undefined && text.length > SHOWN_CHARS
  const isOnlyRead = view.format === 'java' || view.format === 'pickle'
  return (
    <>
      {fault === null ? null : (
        <FaultBanner
          fault={fault}
          bytes={fault.in === 'compression' ? props.wide.bytes : reading.inner}
          // What is no JSON is shown whole, as the text it is; what cannot be unpacked, as its bytes.
          isPartly={text !== '' && view.format !== 'text' && fault.in !== 'compression'}
        />
      )}
      {isOnlyRead ? (
        <Banner tone="info" icon={<Info size={15} aria-hidden />}>
          {t('viewers.onlyRead')}
        </Banner>
      ) : null}
      {isLong ? (
        <Banner tone="info" icon={<Info size={15} aria-hidden />}>
          {t('viewers.longText', { shown: sizeText(SHOWN_CHARS), total: sizeText(text.length) })}
        </Banner>
      ) : null}
      <ValueView
        name={name}
        reading={isLong ? { ...reading, look: 'text', notes: [] } : reading}
        text={isLong ? text.slice(0, SHOWN_CHARS) : text}
        version={
          props.version === 'typed'
            ? 'typed'
            : `${props.version} ${view.compression} ${view.format} ${view.message} ${view.decoderId}`
        }
        onType={isLong ? null : props.onType}
        onSave={props.onSave}
      />
    </>
  )
}
