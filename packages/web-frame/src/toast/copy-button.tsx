import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { copyAloud } from './copy-aloud.ts'
import { IconButton } from '@qd/web-controls'

const SHOWN_MS = 2_000

/** Copies a text and says so, on itself and to readers. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [copiedAt, setCopiedAt] = useState(0)
  useEffect(() => {
    if (copiedAt === 0) return undefined
    const timer = setTimeout(() => setCopiedAt(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async (): Promise<void> => {
    if (await copyAloud(text)) setCopiedAt(Date.now())
  }
  return (
    <IconButton label={label} onClick={() => void copy()}>
      {copiedAt === 0 ? (
        <Copy size={14} aria-hidden />
      ) : (
        <Check size={14} color="var(--qd-ok)" data-copied aria-hidden />
      )}
    </IconButton>
  )
}
