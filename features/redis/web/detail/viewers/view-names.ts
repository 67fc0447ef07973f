import { VALUE_COMPRESSIONS, VALUE_FORMATS } from '../../../contract/index.ts'
import type { BoundViewer, ValueCompression, ValueFormat, ValueView } from '../../../contract/index.ts'
import type { RedisTexts } from '../../texts.ts'
import type { LineFormats } from './bound-views.ts'

/** Names of formats that are the same in every language. */
const PROPER: Partial<Record<ValueFormat, string>> = {
  json: 'JSON',
  msgpack: 'MsgPack',
  php: 'PHP',
  java: 'Java',
  pickle: 'Pickle',
  protobuf: 'Protobuf',
  float32: 'float32[]',
  float64: 'float64[]',
}
const COMPRESSION: Record<Exclude<ValueCompression, 'auto' | 'none'>, string> = {
  gzip: 'Gzip',
  deflate: 'Deflate',
  deflateRaw: 'Raw Deflate',
  brotli: 'Brotli',
  zstd: 'Zstd',
  lz4: 'LZ4',
  snappy: 'Snappy',
}

export const FORMATS = VALUE_FORMATS.filter((each) => each !== 'own' && each !== 'record')
export const COMPRESSIONS = VALUE_COMPRESSIONS

export function formatName(format: ValueFormat, t: RedisTexts): string {
  const proper = PROPER[format]
  if (proper !== undefined) return proper
  if (format === 'auto') return t('viewers.auto')
  if (format === 'timestamp') return t('viewers.timestamp')
  if (format === 'own') return t('viewers.own')
  if (format === 'record') return t('viewers.record')
  return t(`detail.viewer.${format as 'text' | 'hex' | 'bits' | 'base64'}`)
}

export function compressionName(compression: ValueCompression, t: RedisTexts): string {
  if (compression === 'auto') return t('viewers.autoCompression')
  return compression === 'none' ? t('viewers.noCompression') : COMPRESSION[compression]
}

function innerName(view: ValueView, { decoders, layouts }: LineFormats, t: RedisTexts): string {
  const { format, message, decoderId } = view
  if (format === 'own') {
    const decoder = decoders.find((each) => each.decoderId === decoderId)
    return t('viewers.ownNamed', { name: decoder?.name ?? '?' })
  }
  if (format === 'record') {
    const layout = layouts.find(({ layoutId }) => layoutId === decoderId)
    return t('viewers.recordNamed', { name: layout?.name ?? '?' })
  }
  const isNamed = format === 'protobuf' && message !== ''
  return isNamed ? `${formatName(format, t)} · ${message}` : formatName(format, t)
}

/** `Zstd → MsgPack`, `Protobuf · lantern.RoleSnapshot`, `Own: skins`, `Records: heroes`. */
export function viewName(view: ValueView, formats: LineFormats, t: RedisTexts): string {
  const { compression } = view
  const named = innerName(view, formats, t)
  const isPacked = compression !== 'none' && compression !== 'auto'
  return isPacked ? `${compressionName(compression, t)} → ${named}` : named
}

/** `game:*:hero:*`, or with a field `game:*:hero:* · snapshot`. */
export const viewerPattern = ({ keyPattern, fieldPattern }: BoundViewer): string =>
  fieldPattern === '' ? keyPattern : `${keyPattern} · ${fieldPattern}`
