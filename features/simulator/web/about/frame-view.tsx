import { ENTER_COMMAND, encodeFrame, framePartsOf, previewFrame } from '@qd/game-frame'
import type { FrameDescriptor, FrameDirection, FramePart } from '@qd/game-frame'
import { bytesOfHex } from '@qd/proto-wire'
import { Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { InputNumber } from 'antd'
import { Binary, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { hexDump, hexPairs } from '../hex/hex-text.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './about-page.module.css'

const SAMPLE_BODY = Uint8Array.of(0x08, 0x01)
const MOST = 0xff_ff_ff_ff
const TONES = 5

interface Sample {
  cmd: number
  seq: number
}

/** The frame as its layout writes it; where it needs a key or a name first, the sample of the layout. */
function bytesOf(
  descriptor: FrameDescriptor,
  direction: FrameDirection,
  sample: Sample,
): Uint8Array | string {
  try {
    return encodeFrame(descriptor, direction, { ...sample, status: 0, body: SAMPLE_BODY })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const preview = previewFrame(descriptor)
    return preview.ok ? (bytesOfHex(preview[direction]) ?? new Uint8Array()) : error.message
  }
}

function ByteBoxes({ bytes, parts }: { bytes: Uint8Array; parts: readonly FramePart[] }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <ol className={styles.frame} aria-label={t('about.layout')}>
      {parts.map((part, index) => (
        <li key={part.from} data-tone={index % TONES}>
          <span className={styles.bytes}>
            {hexPairs(bytes.subarray(part.from, part.to)).map((pair, at) => (
              // eslint-disable-next-line react/no-array-index-key -- a byte has no name but its place
              <code key={at}>{pair}</code>
            ))}
          </span>
          <b>{part.field === null ? t('about.body') : (part.field.label ?? part.field.name)}</b>
          <small>
            {part.field === null ? '' : [part.field.type, part.field.endian ?? 'big'].join(' · ')}
          </small>
          <small>{part.to - part.from > 1 ? `${part.from}–${part.to - 1}` : part.from}</small>
        </li>
      ))}
    </ol>
  )
}

function FrameBytes(props: {
  descriptor: FrameDescriptor
  direction: FrameDirection
  sample: Sample
}): ReactNode {
  const t = useSimulatorTexts()
  const { descriptor, direction, sample } = props
  const bytes = bytesOf(descriptor, direction, sample)
  if (typeof bytes === 'string')
    return <EmptyState icon={<CircleAlert />} title={t('about.noFrame')} hint={bytes} />
  // What an envelope says stands in fields of a message: no row of bytes tells it.
  if (descriptor.envelope !== undefined) return <pre className={styles.plain}>{hexDump(bytes)}</pre>
  return <ByteBoxes bytes={bytes} parts={framePartsOf(descriptor, direction, bytes)} />
}

/** The layout of the game's frames as a row of bytes; the example follows what is typed. */
export function FrameView({ descriptor }: { descriptor: FrameDescriptor }): ReactNode {
  const t = useSimulatorTexts()
  const [direction, setDirection] = useState<FrameDirection>('request')
  const [sample, setSample] = useState<Sample>({ cmd: ENTER_COMMAND, seq: 1 })
  return (
    <Panel
      title={t('about.layout')}
      icon={<Binary size={15} aria-hidden />}
      count={descriptor.name}
      bodyPadding={14}
    >
      <div className={styles.inputs}>
        <SegmentedControl<FrameDirection>
          label={t('about.direction')}
          value={direction}
          segments={[
            { value: 'request', label: t('about.request') },
            { value: 'reply', label: t('about.reply') },
          ]}
          onChange={setDirection}
        />
        {(['cmd', 'seq'] as const).map((name) => (
          <label key={name}>
            {t(`about.sample.${name}`)}
            <InputNumber
              size="small"
              aria-label={t(`about.sample.${name}`)}
              min={0}
              max={MOST}
              precision={0}
              value={sample[name]}
              onChange={(value) => setSample((before) => ({ ...before, [name]: value ?? 0 }))}
            />
          </label>
        ))}
      </div>
      <FrameBytes descriptor={descriptor} direction={direction} sample={sample} />
    </Panel>
  )
}
