import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { hexDump, readHex } from '../hex/hex-text.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import type { TypedFault } from './draft.ts'

/** The body as bytes; what is typed becomes the request as soon as it reads as bytes, and nothing is sent until then. */
export function HexBox({
  bytes,
  wrong,
  onWrong,
  onBytes,
}: {
  bytes: Uint8Array | null
  /** What stands here and reads as no bytes. */
  wrong: TypedFault | null
  onWrong: (path: string, fault: TypedFault | null) => void
  onBytes: (bytes: Uint8Array) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => () => onWrong('', null), [onWrong])
  return (
    <textarea
      className={styles.hex}
      aria-label={t('page.compose.views.hex')}
      aria-invalid={wrong !== null}
      spellCheck={false}
      placeholder="08 cc 4e 10 01"
      value={wrong?.text ?? typed ?? (bytes === null ? '' : hexDump(bytes))}
      onChange={({ target: { value: text } }) => {
        setTyped(text)
        const next = readHex(text)
        if (next.ok) onBytes(next.bytes)
        else onWrong('', { text, code: next.code, at: next.at })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
