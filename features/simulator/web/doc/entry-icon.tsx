import { Braces, Database, List, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocEntry } from './doc-entries.ts'

const ICONS = { command: Terminal, message: Braces, enum: List, info: Database }

export function EntryIcon({ kind, size = 14 }: { kind: DocEntry['kind']; size?: number }): ReactNode {
  const Icon = ICONS[kind]
  return <Icon size={size} aria-hidden />
}
