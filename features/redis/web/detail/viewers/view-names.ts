import { VALUE_COMPRESSIONS, VALUE_FORMATS } from '../../../contract/index.ts'
import type { OwnDecoder, ValueCompression, ValueFormat, ValueView } from '../../../contract/index.ts'
import type { RedisTexts } from '../../texts.ts'

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

export const FORMATS = VALUE_FORMATS.filter((each) => each !== 'own')
export const COMPRESSIONS = VALUE_COMPRESSIONS

export function formatName(format: ValueFormat, t: RedisTexts): string {
  const proper = PROPER[format]
  if (proper !== undefined) return proper
  if (format === 'auto') return t('viewers.auto')
  if (format === 'timestamp') return t('viewers.timestamp')
  if (format === 'own') return t('viewers.own')
  return t(`detail.viewer.${format as 'text' | 'hex' | 'bits' | 'base64'}`)
}

export function compressionName(compression: ValueCompression, t: RedisTexts): string {
  if (compression === 'auto') return t('viewers.autoCompression')
  return compression === 'none' ? t('viewers.noCompression') : COMPRESSION[compression]
}

/** `Zstd → MsgPack`, `Protobuf · lantern.RoleSnapshot`, `Own: skins`. */
export function viewName(view: ValueView, decoders: readonly OwnDecoder[], t: RedisTexts): string {
  const { compression, format, message, decoderId } = view
  const decoder = decoders.find((each) => each.decoderId === decoderId)
  const named =
    format === 'own'
      ? t('viewers.ownNamed', { name: decoder?.name ?? '?' })
      : format === 'protobuf' && message !== ''
        ? `${formatName(format, t)} · ${message}`
        : formatName(format, t)
  const isPacked = compression !== 'none' && compression !== 'auto'
  return isPacked ? `${compressionName(compression, t)} → ${named}` : named
}
