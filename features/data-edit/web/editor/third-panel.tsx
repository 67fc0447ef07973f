import { SegmentedControl, Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { TimelinePanel } from '../history/timeline-panel.tsx'
import { PendingPanel } from '../pending/pending-panel.tsx'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'

type Tab = 'pending' | 'timeline'

function Tabs({ tab }: { tab: Tab }): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const count = useSessionPart((session) => session.draft.changes.length)
  return (
    <SegmentedControl<Tab>
      label={t('timeline.tabs')}
      value={tab}
      segments={[
        {
          value: 'pending',
          label: (
            <>
              {t('pending.title')} {count === 0 ? null : <Tag tone="warn">{count}</Tag>}
            </>
          ),
        },
        { value: 'timeline', label: t('history.title') },
      ]}
      onChange={(to) =>
        useEditor.getState().patch(player, { history: to === 'timeline' ? WHOLE_HISTORY : null })
      }
    />
  )
}

/** What stands beside the editor: what is to be committed, or what was done before. */
export function ThirdPanel(): ReactNode {
  const view = useSessionPart(({ history }) => history)
  if (view === null) return <PendingPanel tabs={<Tabs tab="pending" />} />
  return <TimelinePanel view={view} tabs={<Tabs tab="timeline" />} isBeside />
}
