import { Banner } from '@qd/web-controls'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import { hexByte, sizeText } from '../model/bytes.ts'
import { OUT_BYTES, TIME_MS } from './messages.ts'
import type { OpenFault } from './messages.ts'
import styles from './decode.module.css'

/** Bytes shown on each side of the one that makes no sense. */
const AROUND = 8

const CODES = [
  'truncated',
  'invalid',
  'damaged',
  'notUtf8',
  'references',
  'tooLarge',
  'tooDeep',
  'tooMany',
  'ratio',
  'unsupported',
  'trailing',
  'leftOver',
  'record',
  'layout',
  'syntax',
  'range',
  'time',
  'failed',
  'gone',
  'message',
  'definitions',
  'own',
] as const
type Code = (typeof CODES)[number]

/** A fault in words, without its place. */
export function faultText(code: string, t: RedisTexts): string {
  const known: Code = CODES.find((each) => each === code) ?? 'failed'
  const limit = known === 'time' ? String(TIME_MS / 1_000) : sizeText(OUT_BYTES)
  const words = t(`viewers.fault.${known}`, { limit })
  return known === code ? words : `${words} (${code})`
}

function HexAround({ bytes, at }: { bytes: Uint8Array; at: number }): ReactNode {
  const from = Math.max(0, at - AROUND)
  const hex = (part: Uint8Array): string => Array.from(part, hexByte).join(' ')
  return (
    <code className={styles.around}>
      {hex(bytes.subarray(from, at))} <mark>{at < bytes.length ? hexByte(bytes[at]!) : '∎'}</mark>{' '}
      {hex(bytes.subarray(at + 1, at + 1 + AROUND))}
    </code>
  )
}

/** Why a value cannot be read further: in words, with the byte and those around it. */
export function FaultBanner(props: {
  fault: OpenFault
  bytes: Uint8Array | null
  /** What was read before it stands below. */
  isPartly: boolean
}): ReactNode {
  const { fault, bytes } = props
  const t = useRedisTexts()
  return (
    <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
      {faultText(fault.code, t)}
      {fault.at < 0 ? null : (
        <>
          {' '}
          {t('viewers.atByte', { at: fault.at })}
          {bytes === null ? null : <HexAround bytes={bytes} at={fault.at} />}
        </>
      )}
      {props.isPartly ? ` ${t('viewers.partly')}` : ''}
    </Banner>
  )
}
