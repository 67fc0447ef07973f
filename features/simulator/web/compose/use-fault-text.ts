import type { Encoded, TypedFault } from './draft.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { SimulatorTexts } from '../texts.ts'

function typedText(t: SimulatorTexts, { path, code, at }: TypedFault & { path: string }): string {
  const place = { at: at + 1 }
  const reason =
    code === 'key_twice'
      ? t('page.fault.keyTwice')
      : t(code === 'odd' ? 'page.hex.odd' : 'page.hex.notHexAt', place)
  return path === '' ? reason : t('page.fault.field', { path, reason })
}

function textOf(t: SimulatorTexts, encoded: Encoded): string {
  if (encoded.ok) return ''
  if ('missing' in encoded) return t('page.fault.missing', { names: encoded.missing.join(', ') })
  if ('typed' in encoded) return typedText(t, encoded.typed)
  if ('kind' in encoded) return t('page.fault.bytesOnly', { kind: encoded.kind })
  if ('text' in encoded) return t(`page.fault.text.${encoded.text.code}`)
  const { path, reason, expected } = encoded.fault
  return t('page.fault.field', {
    path: path === '' ? '–' : path,
    reason: t(`page.fault.${reason}`, { expected }),
  })
}

/** Why a request cannot be sent as it stands, in words. */
export function useFaultText(encoded: Encoded): string {
  return textOf(useSimulatorTexts(), encoded)
}
