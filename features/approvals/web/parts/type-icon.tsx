import { Code, FileKey, KeyRound, ListChecks, Mail, PencilLine, Scale, Server, Ticket } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** By the first part of a type, which names its feature. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  access: KeyRound,
  approvals: Scale,
  'bulk-edit': ListChecks,
  catalogue: Server,
  codes: Ticket,
  'custom-function': Code,
  'data-edit': PencilLine,
  mail: Mail,
}

/** What kind of request it is, at a glance. */
export function TypeIcon({ type }: { type: string }): ReactNode {
  const Icon = ICONS[type.split('.')[0] ?? ''] ?? FileKey
  return <Icon size={15} aria-hidden />
}
