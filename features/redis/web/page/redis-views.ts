import type { LucideIcon } from 'lucide-react'
import { KeyRound, MemoryStick, Server } from 'lucide-react'
import type { ComponentType } from 'react'
import { AnalysisView } from '../analysis/analysis-view.tsx'
import { ServerView } from '../server/server-view.tsx'
import type { RedisTexts } from '../texts.ts'
import { KEYS_VIEW } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

/** One side of the database in view, in a tab beside its keys. */
interface RedisView {
  readonly key: string
  readonly label: (t: RedisTexts) => string
  readonly icon: LucideIcon
  /** Null: the keys, which the page draws itself. */
  readonly Draw: ComponentType<{ database: OpenDatabase }> | null
}

export const REDIS_VIEWS: readonly RedisView[] = [
  { key: KEYS_VIEW, label: (t) => t('page.keys'), icon: KeyRound, Draw: null },
  { key: 'server', label: (t) => t('server.title'), icon: Server, Draw: ServerView },
  { key: 'analysis', label: (t) => t('analysis.view'), icon: MemoryStick, Draw: AnalysisView },
]
